import type { FinalSummary, Phase } from "../../protocol/log/control.ts"
import { Conversation } from "../../run/context/conversation.ts"
import type { Carried } from "../../run/controls/ask.ts"
import type { Answered, Closer } from "../../run/finish/gate/closer.ts"
import { toWord } from "../../run/finish/gate/last-word.ts"
import { summarizer } from "../../run/finish/summary/summarizer.ts"
import type { RunContext } from "../../run/run-context.ts"
import { issuesAt } from "./confine.ts"
import { usablePart } from "./controls.ts"
import { type PhasedRun, phaseConversation } from "./phases.ts"
import * as prompts from "./prompts.ts"
import { runRounds } from "./rounds.ts"

/** So many rounds a stage of closing may have. */
const CLOSING_ROUNDS = 3

/** The last word is the summarizer's, which the last judge may have brought along; what was found is worked on like a phase. */
export function phasedCloser(phased: PhasedRun): Closer {
  return {
    given: async (here) => (here.log.has(summarizer.name) ? toWord(await ask(here, phased), true) : undefined),
    ask: async (here) => toWord(await ask(here, phased), true),
    settle: (here, told) => settle(here, phased, told),
  }
}

/** Where a judge brought it along it is there. */
function ask(here: RunContext, phased: PhasedRun): Promise<FinalSummary> {
  return here.ask(summarizer.name, {
    control: summarizer,
    panel: phased.controls.panel,
    conversation: phased.talk.conversation ?? outline(here, phased),
    prompt: prompts.CLOSE,
  })
}

/** Phases side by side have no conversation in common: then how each of them ended is told. */
function outline(here: RunContext, phased: PhasedRun): Conversation {
  const conversation = new Conversation(phased.opening)
  const ends = here.stages("phase").map(({ title, status, summary }) => `${title} (${status}): ${summary}`)
  conversation.tell(ends.join("\n"))
  return conversation
}

/** Fused, one call answers: with a plan, or with the word that it stays as it is. Else a plan comes first. */
async function settle(here: RunContext, phased: PhasedRun, told: string): Promise<Answered> {
  const conversation = phased.talk.conversation ?? closingConversation(here, phased)
  phased.talk.conversation = conversation
  if (!phased.controls.fuse) {
    conversation.begin(prompts.startClosing(told))
    return workOn(here, phased, conversation, told)
  }
  conversation.begin(told)
  const answer = await here.ask("answer", {
    control: summarizer,
    panel: phased.controls.panel,
    conversation,
    prompt: prompts.ANSWER,
    along: prompts.ALONG,
    carry: (_answer, others) => planIn(here, phased, told, others),
    without: (others) => (planIn(here, phased, told, others).length > 0 ? NO_WORDS : undefined),
  })
  if (here.log.has(FIRST_PLAN)) return workOn(here, phased, conversation, told)
  return { word: toWord(answer, true), isDone: true }
}

/** Whoever works on has not summed up. */
const NO_WORDS: FinalSummary = { final_summary: "", highlights: [] }

const FIRST_PLAN = "round-1/plan"

/** With phases side by side nobody has seen all of it: then how each of them ended is told, too. */
function closingConversation(here: RunContext, phased: PhasedRun): Conversation {
  const conversation = phaseConversation(phased)
  const ends = here.stages("phase").map(({ title, status, summary }) => `${title} (${status}): ${summary}`)
  conversation.tell(ends.join("\n"))
  return conversation
}

function planIn(
  here: RunContext,
  phased: PhasedRun,
  told: string,
  others: Readonly<Record<string, unknown>>,
): readonly Carried[] {
  const { plan: control, constraints } = phased.controls
  const place = { phases: phased.plan, phase: closingPhase(phased, told), round: 1 }
  const value = usablePart(others, control, (plan) => issuesAt(constraints, place, plan, 1))
  return value && value.tasks.length > 0 ? [{ key: here.key(FIRST_PLAN), control, value }] : []
}

async function workOn(
  here: RunContext,
  phased: PhasedRun,
  conversation: Conversation,
  told: string,
): Promise<Answered> {
  const phase = closingPhase(phased, told)
  const plan = { ...phased.plan, phases: [...phased.plan.phases, phase] }
  const following = { next: undefined, isLast: true, rest: [] }
  const work = { phased: { ...phased, plan }, phase, conversation, following, waiting: 0, most: CLOSING_ROUNDS }
  const { status } = await runRounds(here, work)
  const isThere = here.log.has(summarizer.name)
  return { word: isThere ? toWord(await ask(here, phased), true) : undefined, isDone: status === "done" }
}

function closingPhase({ plan }: PhasedRun, goal: string): Phase {
  const id = Math.max(...plan.phases.map((phase) => phase.id)) + 1
  return { id, name: "closing", goal, estimated_rounds: 1, dependencies: plan.phases.map((phase) => phase.id) }
}
