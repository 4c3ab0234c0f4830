import { workspaceRoot } from "../../host/workspace/workspace-root.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { RunState } from "../../protocol/log/outcome.ts"
import { findRunId } from "../../run/lifecycle/orchestrator.ts"
import { UsageError } from "../terminal/failure.ts"
import { runsHere } from "./runs-here.ts"

/** What a command takes when no run is named. */
export type Default = {
  readonly accepts: (state: RunState) => boolean
  /** Completes "no run of this folder …". */
  readonly lacking: string
}

/** The run that is named, or the newest of this folder that fits. */
export async function pickRun(store: RunStore, named: string | undefined, fallback: Default): Promise<string> {
  if (named !== undefined) return findRunId(store, named)
  const fitting = (await runsHere(store)).find(({ state }) => fallback.accepts(state))
  if (fitting) return fitting.id
  throw new UsageError(`no run of ${await workspaceRoot()} ${fallback.lacking}. See the list with: keelson runs --all`)
}
