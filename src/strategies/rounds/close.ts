import type { Thought } from "../../protocol/log/control.ts"
import type { Carried } from "../../run/controls/ask.ts"
import type { Answered, Closer, LastWord } from "../../run/finish/gate/closer.ts"
import type { RunContext } from "../../run/run-context.ts"
import { NOT_DONE, think } from "./controls.ts"
import { issuesOf } from "./planning.ts"
import * as prompts from "./prompts.ts"
import { runRound } from "./round.ts"
import { recordThought } from "./thinking.ts"
import type { Work } from "./work.ts"

/** So many rounds a stage of closing may have. */
const CLOSING_ROUNDS = 3

/** The last thought is the last word; what was found is answered by a thought, which may bring a plan. */
export function roundsCloser(work: Work): Closer {
  return {
    given: () => (work.thought?.task_completed ? toWord(work.thought, work) : undefined),
    ask: async (here) => toWord(await thinkAgain(here, work, { name: think.name, prompt: prompts.CLOSE }), work),
    settle: (here, told) => (work.controls.fuse ? settle(here, work, told) : settleByPlan(here, work, told)),
  }
}

/** What no thought says of itself, its answer says: blank words are none. */
function toWord({ user_summary, task_completed, missing, settled }: Thought, { changes }: Work): LastWord {
  return {
    layer: "closing",
    text: user_summary,
    highlights: [],
    missing,
    settled,
    changes,
    isUnfinished: !task_completed,
  }
}

type Question = {
  readonly name: string
  readonly prompt: string
  /** What to keep of what comes along. */
  readonly carry?: (others: Readonly<Record<string, unknown>>) => readonly Carried[]
}

async function thinkAgain(here: RunContext, work: Work, { name, prompt, carry }: Question): Promise<Thought> {
  const { controls, conversation } = work
  const thought = await here.ask<Thought>(name, {
    control: think,
    panel: controls.panel,
    conversation,
    prompt,
    ...(carry ? { along: prompts.ALONG, carry: (_thought, others) => carry(others) } : {}),
    ...(carry ? { without: (others) => (carry(others).length > 0 ? NOT_DONE : undefined) } : {}),
  })
  await recordThought(here, work, { name, thought })
  return thought
}

/** One call: a plan comes along, or it stays as it is. */
async function settle(here: RunContext, work: Work, told: string): Promise<Answered> {
  const carry = (others: Readonly<Record<string, unknown>>) => planIn(here, work, others)
  const thought = await thinkAgain(here, work, { name: "answer", prompt: prompts.settle(told), carry })
  if (!here.log.has(FIRST_PLAN)) return { word: toWord(thought, work), isDone: thought.task_completed }
  work.notes = []
  return workOn(here, work)
}

const FIRST_PLAN = "round-1/plan"

function planIn(here: RunContext, work: Work, others: Readonly<Record<string, unknown>>): Carried[] {
  const { plan: control } = work.controls
  const parsed = control.input.safeParse(others[control.name])
  const isUsable =
    parsed.success && parsed.data.tasks.length > 0 && issuesOf(here, parsed.data, work.tasks + 1, 2).length === 0
  return isUsable ? [{ key: here.key(FIRST_PLAN), control, value: parsed.data }] : []
}

/** Where each control stands alone, a plan comes first; one without tasks leaves it as it is. */
function settleByPlan(here: RunContext, work: Work, told: string): Promise<Answered> {
  work.notes = [told]
  return workOn(here, work)
}

async function workOn(here: RunContext, work: Work): Promise<Answered> {
  work.thought = undefined
  let most = CLOSING_ROUNDS
  for (let round = 1; round <= most; round++) {
    const end = await runRound(here, work, { round, most, isFixed: true })
    if (end.isDone) break
    most = end.most
  }
  const { thought } = work as Work
  return { word: thought && toWord(thought, work), isDone: thought?.task_completed ?? false }
}
