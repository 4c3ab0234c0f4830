import type { Conclusion } from "../conclusion.ts"
import type { Conversation } from "../context/conversation.ts"
import { toldOfResult } from "../finish/gate/result-due.ts"
import type { RunContext } from "../run-context.ts"
import { stillFailing } from "../verification/check-report.ts"
import { checkClaim } from "../verification/claim.ts"
import { notDone } from "../verification/prompts.ts"

/**
 * The model calls the work done: a result that lacks is asked for once, and the project's checks have the last word. Where
 * they fail it is told so and goes on, as often as a plan may be made anew; `claim` counts how often it said so.
 */
export async function confirmEnd(
  run: RunContext,
  claim: number,
  conversation: Conversation,
): Promise<Conclusion | "go on"> {
  const lacking = await toldOfResult(run.at(`claim-${claim}`), wasTold(run, claim))
  if (lacking !== undefined) {
    conversation.tell(lacking)
    return "go on"
  }
  const { here, report, mayMend } = await checkClaim(run, claim)
  if (report.status !== "failed") return { kind: "done" }
  if (!mayMend) return { kind: "failed", reason: stillFailing(run.environment.language, report) }
  await here.recover()
  conversation.tell(notDone(report))
  return "go on"
}

function wasTold(run: RunContext, claim: number): boolean {
  const earlier = Array.from({ length: claim - 1 }, (_, index) => run.at(`claim-${index + 1}`))
  return earlier.some((here) => here.log.fact("result", "plan.rejected"))
}
