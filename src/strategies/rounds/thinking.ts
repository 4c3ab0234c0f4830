import type { Thought } from "../../protocol/log/control.ts"
import { keyIn, withNumber } from "../../protocol/log/key.ts"
import { type Carried, cameAlong, type Dropped } from "../../run/controls/ask.ts"
import { roundsLeft } from "../../run/extension/round-due.ts"
import { alarmAt } from "../../run/reflection/reflect.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Executed } from "../../run/tasks/execute.ts"
import { roundInWords } from "../../run/tasks/own-words.ts"
import { NOT_DONE, think } from "./controls.ts"
import { issuesOf } from "./planning.ts"
import * as prompts from "./prompts.ts"
import type { RoundOf } from "./round.ts"
import type { Work } from "./work.ts"

/** What the model makes of a round's results; only its summary is shown. */
export async function thinkAbout(here: RunContext, work: Work, executed: Executed, count: RoundOf): Promise<Thought> {
  const { controls, conversation } = work
  conversation.tell(prompts.results(executed))
  const said = await here.ask("think", {
    control: think,
    panel: controls.panel,
    conversation,
    prompt: prompts.think(roundsLeft(count, isFinal(here, count))),
    along: controls.fuse && count.round < count.most ? prompts.NEXT_PLAN : "",
    carry: (value, others) => carried(here, work, { ...count, thought: value, others }),
    without: (others) => (controls.fuse && others[controls.plan.name] !== undefined ? NOT_DONE : undefined),
  })
  const user_summary = said.user_summary || roundInWords(here.environment.language, executed.outcomes)
  await recordThought(here, work, { name: "think", thought: said, shown: user_summary })
  conversation.closeRound(user_summary)
  return { ...said, user_summary }
}

function isFinal({ environment }: RunContext, { isFixed = false }: RoundOf): boolean {
  return isFixed || environment.limits.max_rounds !== null || environment.literal === true
}

/** A summary that the engine fills in stands for a round, never for the answer. */
export async function recordThought(
  here: RunContext,
  work: Work,
  { name, thought, shown = thought.user_summary }: { name: string; thought: Thought; shown?: string },
): Promise<void> {
  work.thought = thought
  work.summary = thought.user_summary
  const { task_completed, next_steps_preview } = thought
  await here.record(name, {
    type: "thought.made",
    stage: here.path,
    user_summary: shown,
    task_completed,
    next_steps_preview,
  })
}

type Along = RoundOf & { thought: Thought; others: Readonly<Record<string, unknown>> }

/** A thought may bring the next plan along; one that has to be told something first is asked for anew. */
function carried(here: RunContext, work: Work, { round, most, thought, others }: Along): (Carried | Dropped)[] {
  const { plan: control } = work.controls
  if (round >= most || thought.task_completed || alarmAt(here, work.settings.reflection)) return []
  const key = keyIn(withNumber(here.path, round + 1), "plan")
  return cameAlong(others, { key, control }, (next) => issuesOf(here, next, work.tasks + 1, round + 1))
}
