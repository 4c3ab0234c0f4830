import type { LogEntry, RunStore } from "../../../journal/run-store.ts"
import { artifactTexts, findArtifact } from "../../context/artifact.ts"

/** The whole text of a task's result, by its id or key, or of the `request`; `undefined` where there is none. */
export async function readArtifact(store: RunStore, runId: string, id: string): Promise<string | undefined> {
  const entries = await store.load(runId)
  return findArtifact({ journal: { entries }, request: requestIn(entries) }, id)
}

/** The whole texts of all its results, by id and by key. */
export async function readArtifacts(store: RunStore, runId: string): Promise<ReadonlyMap<string, string>> {
  return artifactTexts(await store.load(runId))
}

function requestIn(entries: readonly LogEntry[]): string {
  for (const { record } of entries)
    if (record.kind === "event" && record.event.type === "run.started") return record.event.request
  return ""
}
