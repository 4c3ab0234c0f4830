import type { Exchange } from "../../protocol/log/environment.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import type { RunFlags } from "../flags/flags.ts"

/** What a conversation needs of the flags of `run`. */
export type ChatFlags = Omit<RunFlags, "file" | "output" | "record">

/** An earlier request; of one that was a run, more is known than what it said. */
export type Told = Exchange & { readonly runId?: string }

/** A conversation: what its next run is started with, what was asked so far, and what came of it. */
export type ChatSession = {
  flags: ChatFlags
  conversation: Told[]
  readonly results: RunResult[]
}

/** The run is over: the next one knows of it. */
export function remember(session: ChatSession, request: string, result: RunResult): void {
  session.results.push(result)
  session.conversation.push({ request, outcome: result.outcome, summary: result.summary, runId: result.run_id })
}
