import type { Conclusion } from "../conclusion.ts"
import type { Conversation } from "../conversation.ts"
import type { RunContext } from "../run-context.ts"
import { notDone } from "../verification/prompts.ts"
import { failingNames } from "../verification/report.ts"

/**
 * The model calls the work done: the project's checks have the last word. Where they fail it is told so and goes on, as
 * often as a plan may be made anew; `claim` counts how often it said so.
 */
export async function confirmEnd(
  run: RunContext,
  claim: number,
  conversation: Conversation,
): Promise<Conclusion | "go on"> {
  const here = run.at(`claim-${claim}`)
  const report = await here.verify("end")
  if (report.status !== "failed") return { kind: "done" }
  const failing = failingNames(report).join(", ")
  if (claim > run.environment.limits.max_replans) return { kind: "failed", reason: `checks still fail: ${failing}` }
  await here.recover()
  conversation.tell(notDone(report))
  return "go on"
}
