import type { Delta } from "../../../checkpoints/checkpoints.ts"
import { stretchesOf } from "../../../checkpoints/revert/stretch.ts"
import { loggedEvent } from "../../../journal/journal.ts"
import type { LogEntry } from "../../../journal/run-store.ts"
import type { DurableEvent, LoggedEvent } from "../../../protocol/log/event.ts"
import type { RunParts } from "../../core/run-parts.ts"

/** Pieces of work in their order, and when the first began. */
export type WorkLeftOut = { readonly deltas: readonly Delta[]; readonly since: number }

/** So many runs of a folder are looked through for those of the conversation. */
const EARLIER_RUNS = 20

/** What is the run's own work; and what an earlier run of its conversation left unfinished, which is the conversation's. */
export async function workLeftOut(parts: RunParts): Promise<WorkLeftOut> {
  const runs = [...(await unfinished(parts)), parts.journal.entries]
  return { deltas: runs.flatMap(deltasOf), since: runs[0]?.[0]?.at ?? 0 }
}

function deltasOf(entries: readonly LogEntry[], index: number): Delta[] {
  return stretchesOf(eventsOf(entries))
    .filter(({ isUndone }) => !isUndone)
    .map(({ stage, from, to, written }) => ({
      name: `${index}/${stage}`,
      from,
      to,
      ...(written === null ? {} : { written }),
    }))
}

/** The runs right before this one that changed something and did not end well, oldest first. */
async function unfinished({ environment, journal, workspace }: RunParts): Promise<readonly (readonly LogEntry[])[]> {
  const { conversation = [] } = environment
  if (conversation.length === 0) return []
  const logs = splitRuns(await journal.others(workspace.root, EARLIER_RUNS))
  const found: (readonly LogEntry[])[] = []
  for (const { request } of conversation.toReversed()) {
    const at = logs.findLastIndex((entries) => requestIn(entries) === request)
    const log = logs[at]
    if (!log) break
    logs.length = at
    if (deltasOf(log, 0).length === 0) continue
    if (endOf(log) === "done") break
    found.unshift(log)
  }
  return found
}

/** Logs that stand one behind the other; each begins with the first number. */
function splitRuns(entries: readonly LogEntry[]): LogEntry[][] {
  const logs: LogEntry[][] = []
  for (const entry of entries) {
    if (entry.seq === 1 || logs.length === 0) logs.push([])
    logs.at(-1)?.push(entry)
  }
  return logs
}

function requestIn(entries: readonly LogEntry[]): string | undefined {
  return lastOf(entries, "run.started")?.request
}

function endOf(entries: readonly LogEntry[]): string | undefined {
  return lastOf(entries, "run.ended")?.outcome.status
}

function lastOf<Type extends DurableEvent["type"]>(entries: readonly LogEntry[], type: Type) {
  const isIt = (event: DurableEvent): event is Extract<DurableEvent, { type: Type }> => event.type === type
  return entries
    .map(({ record }) => (record.kind === "event" ? record.event : undefined))
    .findLast((event) => event !== undefined && isIt(event)) as Extract<DurableEvent, { type: Type }> | undefined
}

function eventsOf(entries: readonly LogEntry[]): LoggedEvent[] {
  return entries.flatMap((entry) => loggedEvent(entry) ?? [])
}
