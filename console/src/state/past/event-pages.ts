import type { LoggedEvent } from "@keelson/protocol/log/event.ts"
import type { Failure } from "../../api/failure.ts"
import type { RunSource } from "../../api/run-source.ts"
import { asFailure } from "../use-loaded.ts"

/** Events that are fetched at once. */
export const PAGE = 500
/** Pages that are kept: those that were looked at last. */
const MOST = 24

/** The events of a long run that stand before what the page holds, fetched as they are looked at. */
export class EventPages {
  readonly #source: RunSource
  readonly #pages = new Map<number, readonly LoggedEvent[]>()
  readonly #wanted = new Map<number, Promise<readonly LoggedEvent[]>>()
  readonly #listeners = new Set<() => void>()
  #version = 0
  /** Why the last one could not be had. */
  failure: Failure | null = null

  constructor(source: RunSource) {
    this.#source = source
  }

  /** Changes with every page that comes in. */
  readonly version = (): number => this.#version

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The event at a place, counted from 0, if its page is here. */
  get(index: number): LoggedEvent | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE]
  }

  /** Fetches what is missing between two places. */
  want(first: number, last: number): void {
    for (let page = Math.floor(first / PAGE); page * PAGE < last; page++) this.#page(page).catch(() => {})
  }

  /** The events between two places. Throws `Failure`. */
  async range(first: number, last: number): Promise<readonly LoggedEvent[]> {
    const pages: Promise<readonly LoggedEvent[]>[] = []
    for (let page = Math.floor(first / PAGE); page * PAGE < last; page++) pages.push(this.#page(page))
    const start = first - (first % PAGE)
    return (await Promise.all(pages)).flat().slice(first - start, last - start)
  }

  async #page(page: number): Promise<readonly LoggedEvent[]> {
    const known = this.#pages.get(page)
    // The newest page may have grown since.
    if (known?.length === PAGE) return known
    const wanted = this.#wanted.get(page) ?? this.#fetch(page)
    this.#wanted.set(page, wanted)
    return wanted
  }

  async #fetch(page: number): Promise<readonly LoggedEvent[]> {
    try {
      const events = await this.#source.events(page * PAGE, PAGE)
      this.#pages.set(page, events)
      const [oldest] = this.#pages.keys()
      if (this.#pages.size > MOST && oldest !== undefined) this.#pages.delete(oldest)
      this.failure = null
      return events
    } catch (error) {
      this.failure = asFailure(error)
      throw error
    } finally {
      this.#wanted.delete(page)
      this.#version += 1
      for (const listener of this.#listeners) listener()
    }
  }
}
