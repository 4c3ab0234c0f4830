import type { Conversation } from "../../run/context/conversation.ts"
import type { Answered, Closer } from "../../run/finish/gate/closer.ts"
import { toWord } from "../../run/finish/gate/last-word.ts"
import { summarizer } from "../../run/finish/summary/summarizer.ts"
import type { RunContext } from "../../run/run-context.ts"
import { closingTurns } from "../../run/tool-loop/closing-turns.ts"
import type { StepProgress } from "./go-on.ts"
import * as prompts from "./prompts.ts"
import { stepPart } from "./step-part.ts"
import type { StepwiseWork } from "./steps.ts"
import { stepTurns } from "./talks.ts"

/** The last word is the summarizer's; what was found is worked on in one more step, whose result answers it. */
export function stepCloser(work: StepwiseWork, progress: StepProgress): Closer {
  let talk: Conversation | undefined
  const conversation = () => {
    talk ??= progress.talks.last ?? outline(progress)
    return talk
  }
  return {
    ask: async (here) => {
      const question = { control: summarizer, panel: work.controls.panel, conversation: conversation() }
      const prompt = prompts.close(progress.plan.dropped)
      return toWord(await here.ask(summarizer.name, { ...question, prompt }), false)
    },
    settle: (here, told) => settle(here, work, conversation(), told),
  }
}

/** Steps side by side have no conversation in common: then how each of them ended is told. */
function outline({ plan, ends }: StepProgress): Conversation {
  const conversation = plan.conversation.fork()
  const ended = plan.steps.flatMap(({ id, description }) => {
    const end = ends.get(id)
    return end ? [{ id, description, end }] : []
  })
  conversation.tell(prompts.stepEnds(ended))
  return conversation
}

/** A result is no answer for the user: it settles what was found, and the answer stays or is asked for anew. */
async function settle(
  here: RunContext,
  work: StepwiseWork,
  conversation: Conversation,
  told: string,
): Promise<Answered> {
  const { said, ...turns } = stepTurns(work, conversation)
  conversation.begin(prompts.closingStep(told))
  const part = stepPart(here, { turns, said, panel: work.controls.panel }, () => 0)
  let result: string | undefined
  let isDone = false
  await closingTurns(here, turns, async (turn) => {
    const heard = await part.hear(turn)
    if (heard.kind === "ended") {
      result = heard.end.summary
      isDone = heard.end.status === "done"
    } else if (turn.end.kind === "said") result = turn.end.text
    return result !== undefined
  })
  return { word: undefined, settled: said.settled, reason: result, isDone }
}
