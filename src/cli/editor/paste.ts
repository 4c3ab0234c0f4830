import type { Key } from "node:readline"
import { printable } from "../paint/text.ts"

/** Gathers what is pasted: terminals that know it put marks around it, so that its lines are no Enter. */
export class Paste {
  #held: string | undefined

  /** `undefined` for a key that was typed; else what is whole now, empty until then. */
  hear(typed: string | undefined, { name }: Key): string | undefined {
    if (name === "paste-start") this.#held = ""
    else if (this.#held === undefined) return undefined
    else if (name === "paste-end") return this.#take()
    else this.#held += typed ?? ""
    return ""
  }

  #take(): string {
    const whole = printable((this.#held ?? "").replace(/\r\n?/g, "\n"))
    this.#held = undefined
    return whole
  }
}
