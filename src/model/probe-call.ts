import type { Model, ModelReply, ModelRequest } from "./model.ts"
import { ModelError } from "./model-error.ts"
import { readReply } from "./read-reply.ts"
import { estimatePrompt } from "./reply-usage.ts"

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

/** Asks a model within a time, and counts. */
export class Prober {
  readonly #model: Model
  readonly #callMs: number
  readonly #signal: AbortSignal
  calls = 0
  /** Faults that say nothing of what was asked, in order. */
  readonly faults: string[] = []

  constructor(model: Model, callMs: number, signal: AbortSignal) {
    this.#model = model
    this.#callMs = callMs
    this.#signal = signal
  }

  /** Throws only when the caller aborts. */
  async ask(request: ModelRequest): Promise<ProbeReply> {
    this.calls++
    const late = AbortSignal.timeout(this.#callMs)
    try {
      return await this.#hear(request, AbortSignal.any([this.#signal, late]))
    } catch (error) {
      this.#signal.throwIfAborted()
      const fault = toFault(error, late.aborted ? this.#callMs : undefined)
      if (fault.kind !== "unsupported" && fault.kind !== "refused") this.faults.push(fault.message)
      return { kind: "error", error: fault }
    }
  }

  async #hear(request: ModelRequest, signal: AbortSignal): Promise<ProbeReply> {
    const started = performance.now()
    let pieces = 0
    let firstMs: number | undefined
    const onText = () => {
      pieces++
      firstMs ??= performance.now() - started
    }
    const reply = await readReply(this.#model, request, signal, { onText })
    const totalMs = performance.now() - started
    const isCounted = reply.usage.prompt !== estimatePrompt(request)
    return { kind: "reply", reply, firstMs: firstMs ?? totalMs, totalMs, pieces, isCounted }
  }
}

function toFault(error: unknown, lateMs: number | undefined): ModelError {
  if (lateMs !== undefined) return new ModelError("timeout", `There was no whole answer within ${lateMs / 1000} s.`)
  return error instanceof ModelError ? error : new ModelError("broken", String(error))
}
