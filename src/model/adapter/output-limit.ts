import type { Model, ModelPart, ModelRequest } from "../seam/model.ts"
import { ModelError } from "../seam/model-error.ts"
import { wrapModel } from "../seam/wrap-model.ts"

/** Less is no reply: then the refusal stands. */
const LEAST_OUTPUT = 512

/**
 * The same model, asked for shorter replies where the endpoint won't have such long ones: some refuse a limit beyond the model's own,
 * some count it against the window or the minute, some know no such field. The call is repeated once with what the refusal names and
 * once without a limit; what was found is kept for the calls after it.
 */
export function withOutputLimit(model: Model): Model {
  const known: Known = { most: Number.POSITIVE_INFINITY, isTaken: true }
  return wrapModel(model, (request, signal) => new LimitedStream(model, known, request, signal))
}

type Known = { most: number; isTaken: boolean }

/** An iterator by hand: one more generator for each part of each reply would cost more than the rest of this. */
class LimitedStream implements AsyncIterableIterator<ModelPart> {
  readonly #model: Model
  readonly #known: Known
  readonly #request: ModelRequest
  readonly #signal: AbortSignal
  #limit: number | undefined
  #tries = 0
  #hasBegun = false
  #parts: AsyncIterator<ModelPart>

  constructor(model: Model, known: Known, request: ModelRequest, signal: AbortSignal) {
    this.#model = model
    this.#known = known
    this.#request = request
    this.#signal = signal
    this.#limit = limitOf(request, known)
    this.#parts = this.#ask()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** A limit is refused before anything is said, or not at all. */
  next(): Promise<IteratorResult<ModelPart>> {
    return this.#hasBegun ? this.#parts.next() : this.#begin()
  }

  async return(): Promise<IteratorResult<ModelPart>> {
    await this.#parts.return?.()
    return { done: true, value: undefined }
  }

  async #begin(): Promise<IteratorResult<ModelPart>> {
    try {
      const first = await this.#parts.next()
      this.#hasBegun = true
      return first
    } catch (error) {
      return this.#askAgain(error)
    }
  }

  #ask(): AsyncIterator<ModelPart> {
    this.#tries += 1
    return this.#model.stream(withLimit(this.#request, this.#limit), this.#signal)[Symbol.asyncIterator]()
  }

  #askAgain(error: unknown): IteratorResult<ModelPart> {
    this.#signal.throwIfAborted()
    const refusal = error instanceof ModelError ? error : undefined
    const next = refusal && this.#tries < MOST_TRIES ? shorter(refusal, this.#limit, this.#tries > 1) : "none"
    if (next === "none" || !refusal) throw error
    remember(this.#known, refusal, next)
    this.#limit = next
    this.#parts = this.#ask()
    return { done: false, value: { type: "retry", reason: refusal.message, waitMs: 0, error: refusal } }
  }
}

const MOST_TRIES = 3

function limitOf({ maxOutputTokens }: ModelRequest, { most, isTaken }: Known): number | undefined {
  return maxOutputTokens === undefined || !isTaken ? undefined : Math.min(maxOutputTokens, most)
}

function withLimit(request: ModelRequest, limit: number | undefined): ModelRequest {
  const { maxOutputTokens: _asked, ...rest } = request
  return limit === undefined ? rest : { ...rest, maxOutputTokens: limit }
}

/** The next limit to try, `undefined` for a call without one, "none" where the refusal is about something else. */
function shorter({ output }: ModelError, limit: number | undefined, isSecond: boolean): number | undefined | "none" {
  if (!output || limit === undefined) return "none"
  if (output.excess !== undefined) {
    const left = limit - output.excess
    return output.excess > 0 && left >= LEAST_OUTPUT ? left : "none"
  }
  const named = output.numbers.filter((number) => number >= LEAST_OUTPUT && number < limit)
  return named.length === 0 || isSecond ? undefined : Math.max(...named)
}

/** What was too long beside one prompt may do beside another. */
function remember(known: Known, { output }: ModelError, limit: number | undefined): void {
  if (output?.excess !== undefined) return
  if (limit === undefined) known.isTaken = false
  else known.most = limit
}
