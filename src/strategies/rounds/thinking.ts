import type { Thought } from "../../protocol/control.ts"
import { keyIn, withNumber } from "../../protocol/key.ts"
import type { Carried } from "../../run/controls/ask.ts"
import { alarmAt } from "../../run/reflection/reflect.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Executed } from "../../run/tasks/execute.ts"
import { roundInWords } from "../../run/tasks/own-words.ts"
import { think } from "./controls.ts"
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
    prompt: prompts.think(count.most - count.round),
    along: controls.fuse && count.round < count.most ? prompts.NEXT_PLAN : "",
    carry: (value, others) => carried(here, work, { ...count, thought: value, others }),
  })
  const user_summary = said.user_summary || roundInWords(here.environment.language, executed.outcomes)
  const thought = { ...said, user_summary }
  work.summary = user_summary
  work.thought = thought
  const { task_completed, next_steps_preview } = said
  await here.record("think", {
    type: "thought.made",
    stage: here.path,
    user_summary,
    task_completed,
    next_steps_preview,
  })
  conversation.closeRound(user_summary)
  return thought
}

type Along = RoundOf & { thought: Thought; others: Readonly<Record<string, unknown>> }

/** A thought may bring the next plan along; one that has to be told something first is asked for anew. */
function carried(here: RunContext, work: Work, { round, most, thought, others }: Along): Carried[] {
  const { plan: control } = work.controls
  if (round >= most || thought.task_completed || alarmAt(here, work.settings.reflection)) return []
  const parsed = control.input.safeParse(others[control.name])
  if (!parsed.success || issuesOf(here, parsed.data, work.tasks + 1, round + 1).length > 0) return []
  const key = keyIn(withNumber(here.path, round + 1), "plan")
  return [{ key, control, value: parsed.data }]
}
