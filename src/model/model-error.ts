/**
 * What went wrong between us and the model.
 * `busy`: rate limit or overload; `broken`: network, server fault or a stream cut off; `timeout`: no sign of life;
 * `auth`: key refused; `quota`: nothing left to spend; `overflow`: prompt too long; `refused`: the request itself was not accepted.
 */
export type ModelErrorKind = "busy" | "broken" | "timeout" | "auth" | "quota" | "overflow" | "refused"

const PASSES_BY_ITSELF: ReadonlySet<ModelErrorKind> = new Set(["busy", "broken", "timeout"])

/** A model call that gave no answer. The message says what happened and what to do about it. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind
  readonly status: number | undefined
  /** How long the endpoint asked us to wait. */
  readonly retryAfterMs: number | undefined

  constructor(
    kind: ModelErrorKind,
    message: string,
    detail: { status?: number | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(message)
    this.name = "ModelError"
    this.kind = kind
    this.status = detail.status
    this.retryAfterMs = detail.retryAfterMs
  }

  /** Whether the same request may succeed later without a change. */
  get retryable(): boolean {
    return PASSES_BY_ITSELF.has(this.kind)
  }
}
