import { loggedEvent } from "../journal/journal.ts"
import type { RunStore } from "../journal/run-store.ts"
import type { Exchange } from "../protocol/environment.ts"
import { recordedResult } from "../run/life/orchestrator.ts"

/** What was asked up to and with this run, and what came of it: what a request that follows on it may refer to. */
export async function conversationWith(store: RunStore, runId: string): Promise<readonly Exchange[]> {
  const entries = await store.load(runId)
  const [first] = entries.flatMap((entry) => loggedEvent(entry) ?? [])
  if (first?.event.type !== "run.started") return []
  const { outcome, summary } = recordedResult(runId, entries)
  const { request, environment } = first.event
  return [...(environment.conversation ?? []), { request, outcome, summary }]
}
