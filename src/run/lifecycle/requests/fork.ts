import { currentOwner } from "../../../journal/owner.ts"
import type { Lease, LogEntry, LogRecord, NewEntry, RunStore } from "../../../journal/run-store.ts"
import { RunNotFoundError } from "../../../journal/store-error.ts"
import { callOf, factKey, isWithin, nameOf, parentOf, placeOf, questionOf } from "../../../protocol/log/key.ts"
import { sourceIn } from "../../../protocol/log/source.ts"
import { tallyOf } from "../../core/tally.ts"
import { KEPT_CALLS, placeOfKept } from "../../model-call/kept-call.ts"
import { newRunId } from "../run-id.ts"
import { RunRequestError } from "../run-request-error.ts"

/**
 * Makes a new run that keeps everything that was recorded before a place, so that it can be resumed from there and does it anew. The
 * place is a stage, a call, a task or any other key of the log; without one, the place where code and log of a blocked run disagree.
 * The run that it is made of stays as it is. Returns the new run's id.
 */
export async function forkRun(store: RunStore, runId: string, now: number, from?: string): Promise<string> {
  const header = await store.findRun(runId)
  if (!header) throw new RunNotFoundError(runId)
  if (sourceIn(header.workspace))
    throw new RunRequestError(
      `Run ${runId} can't be forked: of the files of a run with a source only the newest state is kept. Start its request anew.`,
    )
  if (await store.isHeld(runId))
    throw new RunRequestError(`Run ${runId} is being carried out; fork it once it has ended.`, {
      remedy: "cancel",
      runId,
    })
  const entries = await store.load(runId)
  const key = from ?? blockedAt(runId, entries)
  const cut = cutBefore(entries, key)
  if (cut === undefined) throw new RunRequestError(`Run ${runId} has nothing before "${key}" that could be kept.`)
  const kept = entries.filter(({ seq }) => seq < cut)
  const id = newRunId(now)
  const forked = { type: "run.forked", from: runId, key } as const
  const { archived: _old, ...origin } = header
  const made = { ...origin, id, state: tallyOf(kept).working, created_at: now, updated_at: now }
  const lease = await store.createRun(made, {
    owner: currentOwner(),
    entries: [
      ...kept.map(({ key: own, at, record }) => ({ key: own, at, record })),
      { key: factKey("fork", "run.forked"), at: now, record: { kind: "event", event: forked } },
    ],
  })
  await copyBlobs(store, runId, lease, kept)
  await store.release(lease)
  return id
}

function blockedAt(runId: string, entries: readonly LogEntry[]): string {
  const { outcome } = tallyOf(entries).view
  if (outcome?.status === "blocked" && outcome.key !== undefined) return outcome.key
  throw new RunRequestError(`Run ${runId} is not blocked by a change of its code.`, { remedy: "resume", runId })
}

/** `seq` of the first entry that belongs to a place; `undefined` where that is the beginning, or nothing does. */
function cutBefore(entries: readonly LogEntry[], key: string): number | undefined {
  const place = wholeOf(key)
  const first = entries.find((entry) => placeOf(entry.key) === place || isWithin(entry.key, place))
  const cut = isTask(key) ? entries.find((entry) => isTask(entry.key) && isWithin(entry.key, place)) : first
  return cut !== undefined && cut.seq > BEGINNING ? cut.seq : undefined
}

/** `run.started` and what is written with it. */
const BEGINNING = 2

/** What can only be done anew as a whole: an answer with all its tries, the tasks of a batch. */
function wholeOf(key: string): string {
  return isTask(key) ? parentOf(placeOf(key)) : questionOf(callOf(key))
}

function isTask(key: string): boolean {
  return /^task-\d+$/.test(nameOf(key))
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
  if (record.kind !== "event") return []
  if (record.event.type === "run.started") return record.event.attachments ?? []
  return record.event.type === "task.ended" ? (record.event.artifacts ?? []) : []
}
