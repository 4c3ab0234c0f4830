import type { PromptProgress } from "../../model/seam/model.ts"
import type { RunParts } from "../core/run-parts.ts"

/** Often enough for somebody who watches, seldom enough for whoever listens from afar. */
const TELL_MS = 500

/** Tells whoever watches how far a call has come: a slow model is not a dead one. */
export class CallProgress {
  readonly #parts: Pick<RunParts, "clock" | "live">
  readonly #key: string
  /** The first that was heard, and when: what comes at once says nothing of the pace. */
  #began: { readonly at: number; readonly tokens: number } | undefined
  #toldAt = Number.NEGATIVE_INFINITY

  constructor(parts: Pick<RunParts, "clock" | "live">, key: string) {
    this.#parts = parts
    this.#key = key
  }

  /** So many tokens of the reply have come, by estimate. */
  hear(tokens: number): void {
    const now = this.#parts.clock.elapsed()
    if (!this.#began) {
      this.#began = { at: now, tokens }
      this.#toldAt = now
      return
    }
    const seconds = (now - this.#began.at) / 1000
    const per_second = seconds > 0 ? (tokens - this.#began.tokens) / seconds : 0
    this.#tell(now, { tokens: Math.ceil(tokens), per_second })
  }

  read(prompt: PromptProgress): void {
    this.#tell(this.#parts.clock.elapsed(), { tokens: 0, per_second: 0, prompt })
  }

  /** What came so far is void. */
  restart(): void {
    this.#began = undefined
  }

  #tell(now: number, progress: { tokens: number; per_second: number; prompt?: PromptProgress }): void {
    if (now < this.#toldAt + TELL_MS) return
    this.#toldAt = now
    this.#parts.live({ type: "model.progress", key: this.#key, ...progress })
  }
}
