import type { RunStore } from "../../../journal/run-store.ts"
import { digestOf } from "../../../journal/stable-json.ts"
import { RunExistsError } from "../../../journal/store-error.ts"
import { KeelsonError } from "../../../protocol/log/keelson-error.ts"
import { keyedRunIds } from "../run-id.ts"

/** How a start is known again. `wish`: what was asked for, whole; the same key with another wish is a mistake of the caller's. */
export type StartKey = { readonly key: string; readonly wish: unknown }

/** What a run records of it. */
export type OnceOnly = { readonly id: string; readonly fingerprint: string }

/** A run was started with this idempotency key before: it goes on, or has ended, under this id. */
export class RunStartedError extends KeelsonError {
  override name = "RunStartedError"
  readonly runId: string
  constructor(runId: string) {
    super("run_started", "conflict", `This idempotency key has started run ${runId} already.`)
    this.runId = runId
  }
}

/** The key was used for another request. */
export class KeyReusedError extends KeelsonError {
  override name = "KeyReusedError"
  constructor(runId: string) {
    const message = `This idempotency key has started run ${runId}, which was asked for something else; a new request needs a new key.`
    super("idempotency_key_reused", "conflict", message)
  }
}

/**
 * Starts what nobody has started with this key, within a day; throws `RunStartedError` otherwise. Two who start at once agree by the
 * run's id, which is made of the key: the store takes it once.
 */
export async function startOnce<T>(
  { store, now }: { readonly store: RunStore; readonly now: number },
  { key, wish }: StartKey,
  start: (once: OnceOnly) => Promise<T>,
): Promise<T> {
  const ids = keyedRunIds(key, now)
  const fingerprint = digestOf(wish)
  await refuseStarted(store, ids, fingerprint)
  try {
    return await start({ id: ids[0], fingerprint })
  } catch (error) {
    if (error instanceof RunExistsError) await refuseStarted(store, ids, fingerprint)
    throw error
  }
}

async function refuseStarted(store: RunStore, ids: readonly string[], fingerprint: string): Promise<void> {
  for (const id of ids) {
    if (!(await store.findRun(id))) continue
    const [begun] = await store.load(id, 0, 1)
    const event = begun?.record.kind === "event" ? begun.record.event : undefined
    const isSame = event?.type === "run.started" && event.fingerprint === fingerprint
    throw isSame ? new RunStartedError(id) : new KeyReusedError(id)
  }
}
