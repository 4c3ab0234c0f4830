import type { Exchange } from "../protocol/environment.ts"
import { isEnd } from "../protocol/outcome.ts"
import { recordedResult } from "../run/life/orchestrator.ts"
import { type RunStore, recordedRun } from "./compose.ts"

/** What was asked in this folder last and what came of it, with what that run knew of the ones before it; empty where nothing was. */
export async function lastConversation(store: RunStore, workspace: string): Promise<readonly Exchange[]> {
  const last = (await store.listRuns({ workspace })).find(({ state }) => isEnd(state))
  if (!last) return []
  const { view, environment } = await recordedRun(store, last.id)
  const { outcome, summary } = recordedResult(last.id, await store.load(last.id))
  return [...(environment.conversation ?? []), { request: view.request, outcome, summary }]
}
