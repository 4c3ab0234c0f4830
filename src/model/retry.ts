import { setTimeout as wait } from "node:timers/promises"
import type { Model, ModelPart } from "./model.ts"
import { ModelError } from "./model-error.ts"
import { wrapModel } from "./wrap-model.ts"

/** How often and how long to try again; clock, sleep and chance are passed in so that tests need none of them. */
export type RetrySettings = {
  readonly retries: number
  /** Counted from the first failure, so that a long reply cut off late still gets its second chance. */
  readonly giveUpAfterMs: number
  readonly now: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly random: () => number
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 16_000

/** The real clock and real chance. */
const DEFAULT_RETRY: RetrySettings = {
  retries: 4,
  giveUpAfterMs: 60_000,
  now: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  random: Math.random,
}

/** The same model, asked again after faults that pass by themselves. Each new attempt is announced by a `retry` part. */
export function withRetry(model: Model, settings: Partial<RetrySettings> = {}): Model {
  const retry = { ...DEFAULT_RETRY, ...settings }
  return wrapModel(model, (request, signal) => streamWithRetry(() => model.stream(request, signal), signal, retry))
}

async function* streamWithRetry(
  attemptOnce: () => AsyncIterable<ModelPart>,
  signal: AbortSignal,
  retry: RetrySettings,
): AsyncGenerator<ModelPart> {
  let firstFailureAt: number | undefined
  for (let attempt = 1; ; attempt++) {
    try {
      yield* attemptOnce()
      return
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ModelError && error.retryable)) throw error
      firstFailureAt ??= retry.now()
      const waitMs = Math.max(error.retryAfterMs ?? 0, backoff(attempt, retry.random))
      const spentMs = retry.now() - firstFailureAt
      const mostRetries = Math.min(retry.retries, error.mostRetries)
      if (attempt > mostRetries || spentMs + waitMs > retry.giveUpAfterMs) throw givenUp(error, attempt)
      yield { type: "retry", reason: error.message, waitMs }
      await sleepUnlessAborted(retry, waitMs, signal)
    }
  }
}

/** Full jitter: anywhere between nothing and the doubled wait, so that many clients spread out. */
function backoff(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)))
}

async function sleepUnlessAborted(retry: RetrySettings, waitMs: number, signal: AbortSignal): Promise<void> {
  try {
    await retry.sleep(waitMs, signal)
  } finally {
    signal.throwIfAborted()
  }
}

function givenUp(error: ModelError, attempts: number): ModelError {
  if (attempts === 1 && error.retryAfterMs === undefined) return error
  const { status, retryAfterMs } = error
  return new ModelError(error.kind, `${error.message} Gave up ${afterAttempts(attempts, retryAfterMs)}.`, {
    status,
    retryAfterMs,
  })
}

function afterAttempts(attempts: number, retryAfterMs: number | undefined): string {
  const tried = attempts === 1 ? "after one attempt" : `after ${attempts} attempts`
  return retryAfterMs === undefined ? tried : `${tried}; it asks to wait ${Math.ceil(retryAfterMs / 1000)} s`
}
