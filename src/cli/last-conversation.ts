import { isEnd } from "../protocol/outcome.ts"
import { conversationWith, type EarlierExchange } from "../run/life/conversation.ts"
import type { RunStore } from "./compose.ts"

/** What was asked in this folder last and what came of it, with what that run knew of the ones before it; empty where nothing was. */
export async function lastConversation(store: RunStore, workspace: string): Promise<readonly EarlierExchange[]> {
  const last = (await store.listRuns({ workspace })).find(({ state }) => isEnd(state))
  return last ? conversationWith(store, last.id) : []
}
