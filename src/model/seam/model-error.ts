import { isNamedSo } from "../../protocol/zod/same-class.ts"

/**
 * What went wrong between us and the model.
 * `busy`: rate limit or overload; `broken`: network, server fault or a stream cut off; `timeout`: no sign of life;
 * `auth`: key refused; `quota`: nothing left to spend; `overflow`: prompt too long; `refused`: the request itself was not accepted;
 * `unsupported`: it asked for a `feature` that the endpoint does not have; `moved`: the endpoint sends us to another address;
 * `unusable`: what came is no reply that could be used, since it has no end or is not in the endpoint's own format.
 */
export type ModelErrorKind =
  | "busy"
  | "broken"
  | "timeout"
  | "auth"
  | "quota"
  | "overflow"
  | "refused"
  | "unsupported"
  | "moved"
  | "unusable"

/** What an endpoint may lack. `thinking` means that it can't be switched off as asked. */
export type Feature =
  | "tool_choice"
  | "tools"
  | "format"
  | "thinking"
  | "system"
  | "alternation"
  | "several_calls"
  | "pictures"

/** What else is known of a failure. */
export type ModelErrorDetail = {
  readonly status?: number | undefined
  /** How long the endpoint asked us to wait. */
  readonly retryAfterMs?: number | undefined
  /** Of an `unsupported` request, as far as the endpoint's words say. */
  readonly feature?: Feature | undefined
  /** The choice of a tool is refused only because the model thinks: without thinking it may be accepted. */
  readonly blockedByThinking?: boolean | undefined
  /** Of an `overflow`, in tokens, as far as the endpoint tells. */
  readonly sizes?: { readonly prompt?: number | undefined; readonly window?: number | undefined } | undefined
  /** Nobody was there to answer. */
  readonly isAbsent?: boolean | undefined
  /** Waiting does not help, whatever the kind. */
  readonly isLasting?: boolean | undefined
  /** The endpoint won't have replies as long as the request allows. */
  readonly output?: OutputRefusal | undefined
}

/** What an endpoint says of the limit on output that it refuses. */
export type OutputRefusal = {
  /** The numbers in its words; one of them may be the limit that it takes. */
  readonly numbers: readonly number[]
  /** By how many tokens prompt and reply together are too long, if that is what it says; then it holds for this request only. */
  readonly excess?: number | undefined
}

const PASSES_BY_ITSELF: ReadonlySet<ModelErrorKind> = new Set(["busy", "broken", "timeout", "unusable"])

const MOST_SILENCES = 4

/** A model call that gave no answer. The message says what happened and what to do about it. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined
  readonly feature: Feature | undefined
  readonly blockedByThinking: boolean
  readonly sizes: ModelErrorDetail["sizes"]
  readonly output: OutputRefusal | undefined
  readonly isAbsent: boolean
  readonly isLasting: boolean

  constructor(kind: ModelErrorKind, message: string, detail: ModelErrorDetail = {}) {
    super(message)
    this.name = "ModelError"
    this.kind = kind
    this.status = detail.status
    this.retryAfterMs = detail.retryAfterMs
    this.feature = detail.feature
    this.blockedByThinking = detail.blockedByThinking ?? false
    this.sizes = detail.sizes
    this.output = detail.output
    this.isAbsent = detail.isAbsent ?? false
    this.isLasting = detail.isLasting ?? false
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isNamedSo(value, "ModelError", "kind")
  }

  /** Whether the same request may succeed later without a change. */
  get retryable(): boolean {
    return PASSES_BY_ITSELF.has(this.kind) && !this.isLasting
  }

  /** How often it is worth trying at all: a reply that can't be used was paid for in full, and silence takes minutes to be sure of. */
  get mostRetries(): number {
    if (this.kind === "unusable") return 1
    return this.kind === "timeout" ? MOST_SILENCES : Number.POSITIVE_INFINITY
  }
}
