import type { Model, ModelReply, ModelRequest } from "../seam/model.ts"
import { ModelError } from "../seam/model-error.ts"
import { readReply } from "../seam/read-reply.ts"
import { estimatePrompt } from "../seam/reply-usage.ts"

/** What one small call came to; times in milliseconds. */
export type ProbeReply =
  | {
      readonly kind: "reply"
      readonly reply: ModelReply
      /** Until the first piece of text; of a reply without text, until its end. */
      readonly firstMs: number
      readonly totalMs: number
      /** In how many pieces the text came. */
      readonly pieces: number
      /** Whether the endpoint counted tokens: what it leaves out is estimated. */
      readonly isCounted: boolean
    }
  | { readonly kind: "error"; readonly error: ModelError }

/** Who hears of the questions as they go. */
export type ProbeListener = {
  onQuestion?(question: string): void
  /** So many tokens of its answer have come. */
  onOutput?(tokens: number): void
  onAnswer?(question: string, answer: ProbeReply, ms: number): void
}

/** No answer that is looked for is longer. One that thinks first may take more. */
const SHORT = 200
const THOUGHTFUL = 2000

/** Asks a model, each answer within its length and by the model's own patience, and counts. */
export class Prober {
  readonly #model: Model
  readonly #signal: AbortSignal
  readonly #listener: ProbeListener
  calls = 0
  /** It was seen to think, so that its answers take longer. */
  thinks = false
  /** Faults that say nothing of what was asked, in order. */
  readonly faults: string[] = []

  constructor(model: Model, signal: AbortSignal, listener: ProbeListener = {}) {
    this.#model = model
    this.#signal = signal
    this.#listener = listener
  }

  /** Throws only when the caller aborts. */
  async ask(question: string, request: ModelRequest): Promise<ProbeReply> {
    this.calls++
    this.#listener.onQuestion?.(question)
    const started = performance.now()
    const answer = await this.#answer({ ...request, maxOutputTokens: this.thinks ? THOUGHTFUL : SHORT, steady: true })
    this.#listener.onAnswer?.(question, answer, performance.now() - started)
    return answer
  }

  async #answer(request: ModelRequest): Promise<ProbeReply> {
    try {
      return await this.#hear(request)
    } catch (error) {
      this.#signal.throwIfAborted()
      const fault = error instanceof ModelError ? error : new ModelError("broken", String(error))
      if (fault.kind !== "unsupported" && fault.kind !== "refused") this.faults.push(fault.message)
      return { kind: "error", error: fault }
    }
  }

  async #hear(request: ModelRequest): Promise<ProbeReply> {
    const started = performance.now()
    let pieces = 0
    let firstMs: number | undefined
    const onText = () => {
      pieces++
      firstMs ??= performance.now() - started
    }
    const onOutput = (tokens: number) => this.#listener.onOutput?.(tokens)
    const reply = await readReply(this.#model, request, this.#signal, { onText, onOutput })
    const totalMs = performance.now() - started
    const isCounted = reply.usage.prompt !== estimatePrompt(request)
    return { kind: "reply", reply, firstMs: firstMs ?? totalMs, totalMs, pieces, isCounted }
  }
}
