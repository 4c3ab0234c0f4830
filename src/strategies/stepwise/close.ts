import type { Closer } from "../../run/closing/closer.ts"
import { toWord } from "../../run/closing/last-word.ts"
import type { Conversation } from "../../run/context/conversation.ts"
import { summarizer } from "../../run/ending/summarizer.ts"
import type { RunContext } from "../../run/run-context.ts"
import { closingTurns } from "../../run/turns/closing-turns.ts"
import type { StepProgress } from "./go-on.ts"
import * as prompts from "./prompts.ts"
import { stepPart } from "./step-part.ts"
import type { StepwiseWork } from "./steps.ts"
import { stepTurns } from "./talks.ts"

/** The last word is the summarizer's; what is missing is worked on in one more step. */
export function stepCloser(work: StepwiseWork, progress: StepProgress): Closer {
  let talk: Conversation | undefined
  const conversation = () => {
    talk ??= progress.talks.last ?? outline(progress)
    return talk
  }
  return {
    ask: async (here, told) => {
      const question = { control: summarizer, panel: work.controls.panel, conversation: conversation() }
      const prompt = prompts.close(told, progress.plan.dropped)
      return toWord(await here.ask(summarizer.name, { ...question, prompt }), told, false)
    },
    mend: (here, told) => mend(here, work, conversation(), told),
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

async function mend(here: RunContext, work: StepwiseWork, conversation: Conversation, told: string): Promise<void> {
  const { said, ...turns } = stepTurns(work, conversation)
  conversation.tell(prompts.closingStep(told))
  const part = stepPart(here, { turns, said, panel: work.controls.panel }, () => 0)
  await closingTurns(here, turns, async (turn) => (await part.hear(turn)).kind === "ended")
}
