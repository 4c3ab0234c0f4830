import { loggedEvent } from "../../../journal/journal.ts"
import type { LogEntry, RunStore } from "../../../journal/run-store.ts"
import type { Exchange } from "../../../protocol/log/environment.ts"
import { factsBlock } from "../../finish/summary/report.ts"
import { readEntries } from "../orchestrator.ts"
import type { EarlierCall } from "./earlier-calls.ts"

/** An exchange with what its run called: as much of it as fits is told and recorded as `results`, and the rest is not. */
export type EarlierExchange = Exchange & { readonly calls?: readonly EarlierCall[] }

/** What was asked up to and with this run, and what came of it: what a request that follows on it may refer to. */
export async function conversationWith(store: RunStore, runId: string): Promise<readonly EarlierExchange[]> {
  const entries = await store.load(runId)
  const [first] = entries.flatMap((entry) => loggedEvent(entry) ?? [])
  if (first?.event.type !== "run.started") return []
  return [...(first.event.environment.conversation ?? []), await exchangeOf(runId, first.event.request, entries)]
}

async function exchangeOf(runId: string, request: string, entries: readonly LogEntry[]): Promise<EarlierExchange> {
  const { view, result } = readEntries(runId, entries)
  const { outcome, summary } = result
  const { earlierCalls } = await import("./earlier-calls.ts")
  const facts = view.outcome ? factsBlock(view, view.outcome) : ""
  return { request, outcome, summary, ...(facts === "" ? {} : { facts }), calls: earlierCalls(view, entries) }
}
