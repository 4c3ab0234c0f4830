import { setTimeout as wait } from "node:timers/promises"
import { type Pace, USUAL_RETRIES, USUAL_WAIT_MS } from "../seam/call-patience.ts"
import type { Model, ModelPart, ModelRequest } from "../seam/model.ts"
import { ModelError } from "../seam/model-error.ts"
import { wrapModel } from "../seam/wrap-model.ts"

/** What holds where the caller says nothing of their patience; time and chance are passed in so that tests need neither. */
export type RetrySettings = {
  /** How often at most, whatever the caller's patience. */
  readonly retries?: number | undefined
  readonly pace: Pace
  readonly random: () => number
}

const FIRST_WAIT_MS = 600
const LONGEST_WAIT_MS = 60_000

const REAL_PACE: Pace = {
  elapsed: () => performance.now(),
  pause: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
}

/** Real time and real chance. */
const DEFAULT_RETRY: RetrySettings = { pace: REAL_PACE, random: Math.random }

/** The same model, asked again after faults that pass by themselves. Each new attempt is announced by a `retry` part. */
export function withRetry(model: Model, settings: Partial<RetrySettings> = {}): Model {
  const retry = { ...DEFAULT_RETRY, ...settings }
  return wrapModel(model, (request, signal) => streamWithRetry(model, request, signal, retry))
}

async function* streamWithRetry(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  retry: RetrySettings,
): AsyncGenerator<ModelPart> {
  const pace = request.patience?.pace ?? retry.pace
  let firstFailureAt: number | undefined
  for (let attempt = 1; ; attempt++) {
    try {
      yield* model.stream(request, signal)
      return
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ModelError && error.retryable)) throw error
      firstFailureAt ??= pace.elapsed()
      const waitMs = Math.max(error.retryAfterMs ?? 0, backoff(attempt, retry.random))
      const spentMs = pace.elapsed() - firstFailureAt
      if (attempt > mostRetries(error, request, retry) || waitMs > leftMs(request, spentMs))
        throw givenUp(error, attempt)
      yield { type: "retry", reason: error.message, waitMs, error }
      await pace.pause(waitMs, signal)
      signal.throwIfAborted()
    }
  }
}

/** An address at which nobody ever answered may be a wrong one: that is not waited out. */
function mostRetries(error: ModelError, { patience }: ModelRequest, { retries }: RetrySettings): number {
  const isHopeful = patience !== undefined && (patience.isKnown || !error.isAbsent)
  const usual = isHopeful ? patience.retries : Math.min(USUAL_RETRIES, patience?.retries ?? USUAL_RETRIES)
  return Math.min(retries ?? Number.POSITIVE_INFINITY, usual, error.mostRetries)
}

/** Without a run that says so, counted from the first failure: a long reply cut off late still gets its second chance. */
function leftMs({ patience }: ModelRequest, spentMs: number): number {
  return patience ? patience.leftMs() : USUAL_WAIT_MS - spentMs
}

/** Twice as long each time, and of that a half at least; the rest is chance, so that many clients spread out. */
function backoff(attempt: number, random: () => number): number {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
  return Math.round(most / 2 + (random() * most) / 2)
}

function givenUp(error: ModelError, attempts: number): ModelError {
  if (attempts === 1 && error.retryAfterMs === undefined) return error
  return new ModelError(error.kind, `${error.message} Gave up ${afterAttempts(attempts, error.retryAfterMs)}.`, error)
}

function afterAttempts(attempts: number, retryAfterMs: number | undefined): string {
  const tried = attempts === 1 ? "after one attempt" : `after ${attempts} attempts`
  return retryAfterMs === undefined ? tried : `${tried}; it asks to wait ${Math.ceil(retryAfterMs / 1000)} s`
}
