import { loggedEvent } from "../journal/journal.ts"
import type { LogEntry, RunStore } from "../journal/run-store.ts"
import type { Environment } from "../protocol/log/environment.ts"
import type { LoggedEvent } from "../protocol/log/event.ts"
import type { RunHeader } from "../protocol/log/run.ts"
import { type Source, sourceIn } from "../protocol/log/source.ts"
import { readRun } from "../run/lifecycle/orchestrator.ts"
import type { RunView } from "../view/run-view.ts"
import { SetupError } from "./errors/setup-error.ts"

/** What the log says of a run, as far as a host needs it. */
export type RecordedRun = {
  readonly header: RunHeader
  readonly view: RunView
  readonly environment: Environment
  /** Where its files come from; its workspace is then a folder with nothing in it. */
  readonly source?: Source | undefined
}

/** Throws `SetupError` for a run that never got to write its first entry. */
export async function recordedRun(store: RunStore, id: string): Promise<RecordedRun> {
  const [header, { tally }] = await Promise.all([store.findRun(id), readRun(store, id)])
  const { environment } = tally.view
  if (!header || !environment) {
    throw new SetupError(`run ${id} stopped before its first entry was written; start it again.`)
  }
  const source = sourceIn(header.workspace)
  if (!source) return { header, view: tally.view, environment }
  const { noFolder } = await import("./workspace/moving-run.ts")
  return { header, view: tally.view, environment: { ...environment, workspace: await noFolder() }, source }
}

/** The facts of a run, in order. */
export async function eventsOf(store: RunStore, id: string): Promise<LoggedEvent[]> {
  return eventsIn(await store.load(id))
}

/** The facts among what was recorded. */
export function eventsIn(entries: readonly LogEntry[]): LoggedEvent[] {
  return entries.flatMap((entry) => loggedEvent(entry) ?? [])
}
