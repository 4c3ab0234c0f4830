import type { FinalSummary, Phase } from "../../protocol/control.ts"
import type { Closer } from "../../run/closing/closer.ts"
import { toWord } from "../../run/closing/last-word.ts"
import { Conversation } from "../../run/context/conversation.ts"
import { summarizer } from "../../run/ending/summarizer.ts"
import type { RunContext } from "../../run/run-context.ts"
import { type PhasedRun, phaseConversation } from "./phases.ts"
import * as prompts from "./prompts.ts"
import { runRounds } from "./rounds.ts"

/** So many rounds a stage of closing may have. */
const CLOSING_ROUNDS = 3

/** The last word is the summarizer's, which the last judge may have brought along; what is missing is worked on like a phase. */
export function phasedCloser(phased: PhasedRun): Closer {
  return {
    ask: async (here, told) => toWord(await askForWord(here, phased, told), told, true),
    mend: (here, told) => mend(here, phased, told),
  }
}

/** What came along with a judge counts only where nothing speaks against the end. */
function askForWord(here: RunContext, phased: PhasedRun, told: string): Promise<FinalSummary> {
  return here.ask(told === "" ? summarizer.name : `${summarizer.name}-2`, {
    control: summarizer,
    panel: phased.controls.panel,
    conversation: phased.talk.conversation ?? outline(here, phased),
    prompt: prompts.close(told),
  })
}

/** Phases side by side have no conversation in common: then how each of them ended is told. */
function outline(here: RunContext, phased: PhasedRun): Conversation {
  const conversation = new Conversation(phased.opening)
  const ends = here.stages("phase").map(({ title, status, summary }) => `${title} (${status}): ${summary}`)
  conversation.tell(ends.join("\n"))
  return conversation
}

async function mend(here: RunContext, phased: PhasedRun, told: string): Promise<void> {
  const conversation = phased.talk.conversation ?? phaseConversation(phased)
  phased.talk.conversation = conversation
  conversation.begin(prompts.startClosing(told))
  const phase = closingPhase(phased, told)
  const plan = { ...phased.plan, phases: [...phased.plan.phases, phase] }
  const following = { next: undefined, isLast: true, rest: [] }
  const work = { phased: { ...phased, plan }, phase, conversation, following, waiting: 0, most: CLOSING_ROUNDS }
  await runRounds(here, work)
}

function closingPhase({ plan }: PhasedRun, goal: string): Phase {
  const id = Math.max(...plan.phases.map((phase) => phase.id)) + 1
  return { id, name: "closing", goal, estimated_rounds: 1, dependencies: plan.phases.map((phase) => phase.id) }
}
