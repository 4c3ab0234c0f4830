import type { JudgeVerdict } from "../../protocol/log/control.ts"
import type { ControlQuestion } from "../../run/controls/ask.ts"
import type { RunContext } from "../../run/run-context.ts"
import * as prompts from "./prompts.ts"

/** So many ranges of earlier results a judge may see before it rules. */
const MOST_OPENED = 3

/** Asks for the ruling; a judge that wants to see more of the results gets it, once, and is asked again. */
export async function askJudge(here: RunContext, question: ControlQuestion<JudgeVerdict>): Promise<JudgeVerdict> {
  const first = await here.ask("judge", {
    ...question,
    // What came along with a question is not meant yet.
    carry: (verdict, others) => (verdict.open.length > 0 ? [] : (question.carry?.(verdict, others) ?? [])),
  })
  const wanted = first.open.slice(0, MOST_OPENED)
  if (wanted.length === 0) return first
  question.conversation.tell(prompts.opened(await here.open("open", wanted)))
  return here.ask("judge-2", question)
}

/** What the context keeps of a round once its results are folded: what was achieved, what failed, what was decided. */
export function roundSummary({ user_summary, failed_reason, next_action, phase_completed }: JudgeVerdict): string {
  const failed = failed_reason ? ` Failed: ${failed_reason}` : ""
  return `${user_summary}${failed} Decided: ${phase_completed ? "complete" : next_action}.`
}
