import type { RunStore } from "../../journal/run-store.ts"
import { isEnd } from "../../protocol/log/outcome.ts"
import { conversationWith, type EarlierExchange } from "../../run/lifecycle/lookup/conversation.ts"

/** What was asked in this folder last and what came of it, with what that run knew of the ones before it; empty where nothing was. */
export async function lastConversation(store: RunStore, workspace: string): Promise<readonly EarlierExchange[]> {
  const last = (await store.listRuns({ workspace })).find(({ state }) => isEnd(state))
  return last ? conversationWith(store, last.id) : []
}
