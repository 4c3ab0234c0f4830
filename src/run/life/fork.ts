import { currentOwner } from "../../journal/owner.ts"
import type { Lease, LogRecord, NewEntry, RunStore } from "../../journal/run-store.ts"
import { RunNotFoundError } from "../../journal/store-error.ts"
import { factKey, isWithin } from "../../protocol/key.ts"
import { KEPT_CALLS, placeOfKept } from "../calls/kept-call.ts"
import { RunRequestError, readRun } from "./orchestrator.ts"
import { newRunId } from "./run-id.ts"

/**
 * Makes a new run of a blocked one: it keeps everything that was recorded before the place where code and log disagree, so that it
 * can be resumed from there. The blocked run stays as it is. Returns the new run's id.
 */
export async function forkRun(store: RunStore, runId: string, now: number): Promise<string> {
  const header = await store.findRun(runId)
  if (!header) throw new RunNotFoundError(runId)
  const { tally } = await readRun(store, runId)
  const { outcome, working } = { outcome: tally.view.outcome, working: tally.working }
  if (outcome?.status !== "blocked" || outcome.key === undefined) {
    throw new RunRequestError(`Run ${runId} is not blocked by a change of its code.`, { remedy: "resume", runId })
  }
  const { key } = outcome
  const entries = await store.load(runId)
  // An answer's tries stand before it; they belong to the same question.
  const cut = entries.find((entry) => entry.key === key || isWithin(entry.key, key))?.seq ?? 0
  const kept = entries.filter(({ seq }) => seq < cut).map(({ key: own, at, record }) => ({ key: own, at, record }))
  const id = newRunId(now)
  const forked = { type: "run.forked", from: runId, key } as const
  const made = { ...header, id, state: working, created_at: now, updated_at: now }
  const lease = await store.createRun(made, {
    owner: currentOwner(),
    entries: [...kept, { key: factKey("fork", "run.forked"), at: now, record: { kind: "event", event: forked } }],
  })
  await copyBlobs(store, runId, lease, kept)
  await store.release(lease)
  return id
}

/** The files that the kept entries name, and what models were sent until then. */
async function copyBlobs(store: RunStore, from: string, lease: Lease, kept: readonly NewEntry[]): Promise<void> {
  const until = kept.at(-1)?.at ?? 0
  const sent = (await store.listBlobs(from, KEPT_CALLS)).filter(({ id }) => placeOfKept(id).at <= until)
  for (const { id } of [...kept.flatMap(({ record }) => artifactsIn(record)), ...sent]) {
    const blob = await store.loadBlob(from, id)
    if (blob) await store.saveBlob(lease, { id, ...blob })
  }
}

function artifactsIn(record: LogRecord): readonly { readonly id: string }[] {
  return record.kind === "event" && record.event.type === "task.ended" ? (record.event.artifacts ?? []) : []
}
