import type { LoggedEvent } from "@keelson/protocol/log/event.ts"
import { pictureAfter, type RunPicture } from "@keelson/view/picture.ts"
import type { RunSource } from "../../api/run-source.ts"
import type { EventPages } from "./event-pages.ts"

/** Events that one stretch of the past has; moving inside it asks nobody. */
const STRETCH = 2000

type Stretch = { readonly base: RunPicture; readonly events: readonly LoggedEvent[] }

/** The past of a long run, as far as the page does not hold it: one stretch at a time. */
export class Past {
  readonly #source: RunSource
  readonly #pages: EventPages
  #number = -1
  #stretch: Stretch | undefined
  #wanted: Promise<void> | undefined
  #folded: RunPicture | undefined

  constructor(source: RunSource, pages: EventPages) {
    this.#source = source
    this.#pages = pages
  }

  /** The run after so many events, if that stretch is here. */
  at(position: number): RunPicture | undefined {
    if (!this.#stretch || this.#number !== numberOf(position)) return undefined
    const { base, events } = this.#stretch
    if (this.#folded?.position === position) return this.#folded
    this.#folded = pictureAfter(base, events.slice(0, position - base.position))
    return this.#folded
  }

  /** Fetches the stretch around a place, once for all who ask; who asks for another one gets that. Throws `Failure`. */
  async reach(position: number): Promise<void> {
    const number = numberOf(position)
    if (this.#number !== number) {
      this.#number = number
      this.#stretch = undefined
      this.#wanted = undefined
    }
    if (this.#stretch) return
    this.#wanted ??= this.#fetch(number).finally(() => {
      if (this.#number === number) this.#wanted = undefined
    })
    await this.#wanted
  }

  async #fetch(number: number): Promise<void> {
    const start = number * STRETCH
    const [base, events] = await Promise.all([this.#source.picture(start), this.#pages.range(start, start + STRETCH)])
    if (this.#number === number) this.#stretch = { base, events }
  }
}

function numberOf(position: number): number {
  return Math.floor(position / STRETCH)
}
