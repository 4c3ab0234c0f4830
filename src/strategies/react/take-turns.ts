import type { Conclusion } from "../../run/conclusion.ts"
import type { RunContext } from "../../run/run-context.ts"
import { endingControl } from "../../run/tool-loop/closing.ts"
import { openTurns } from "../../run/tool-loop/turn-loop.ts"
import type { ReactSettings } from "./react.ts"

/**
 *   ┌▶ model ─▶ tools ─┐
 *   └──────────────────┘─▶ task_done, or a reply without calls ─▶ closing gate
 */
export async function takeTurns(run: RunContext, { reflection }: ReactSettings): Promise<Conclusion> {
  const turns = await openTurns(run, { controls: [endingControl()], reflection })
  await run.enter("EXECUTING")
  return turns.untilClosed()
}
