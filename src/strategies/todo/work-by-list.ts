import type { Conclusion } from "../../run/conclusion.ts"
import { firstMessage } from "../../run/context/prompts.ts"
import type { RunContext } from "../../run/run-context.ts"
import { TodoList, todoControl } from "../../run/todo/todo-write.ts"
import { endingControl } from "../../run/tool-loop/closing.ts"
import { withoutMarker } from "../../run/tool-loop/marker.ts"
import { openTurns, type TurnLoop } from "../../run/tool-loop/turn-loop.ts"
import { say } from "../../text/words/words.ts"
import * as prompts from "./prompts.ts"
import type { TodoSettings } from "./todo.ts"

/**
 *   ┌▶ model ─▶ tools, todo_write ─┐
 *   │                              │ list forgotten: nudge
 *   └──────────────────────────────┘
 *        │ task_done, or text without calls
 *        ▼
 *   the gate: what is open or red is reported, once ─▶ back to the model
 *        │ nothing is
 *        ▼
 *      done
 *
 * With `literal` it is told here what is open, and then what fails.
 */
export async function workByList(run: RunContext, settings: TodoSettings): Promise<Conclusion> {
  const work = await startWork(run, settings)
  await run.enter("EXECUTING")
  for (;;) {
    const end = await work.turns.next()
    if (end.kind === "silent") return end.conclusion
    if (end.kind === "worked") nudge(run, work, end.controls.length > 0)
    if (end.kind !== "said" && end.kind !== "closed") continue
    const conclusion = await closed(run, work, end.text)
    if (conclusion !== "go on") return conclusion
  }
}

type Work = {
  readonly settings: TodoSettings
  readonly list: TodoList
  readonly turns: TurnLoop
  /** How often the model was told what is open, and reminded of its list. */
  told: number
  nudged: number
  idle: number
}

async function startWork(run: RunContext, settings: TodoSettings): Promise<Work> {
  const { marker, reflection } = settings
  const list = new TodoList()
  const turns = await openTurns(run, {
    controls: [todoControl(list), endingControl(undefined, (here, name) => list.completeCurrent(here, name))],
    ...(run.environment.literal ? literalOpening(run, marker) : opening(run)),
    marker,
    reflection,
  })
  return { settings, list, turns, told: 0, nudged: 0, idle: 0 }
}

function opening(run: RunContext) {
  return { prompt: (rules: string) => prompts.start(firstMessage(run), rules) }
}

function literalOpening(run: RunContext, marker: string) {
  return {
    prompt: (rules: string) => prompts.startLiteral(firstMessage(run), rules, marker),
    howToEnd: prompts.howToEnd(marker),
  }
}

/** A list that is forgotten is called to mind, never filled in by the engine. */
function nudge(run: RunContext, work: Work, hasWritten: boolean): void {
  work.idle = hasWritten ? 0 : work.idle + 1
  if (work.idle < work.settings.nudge_after || work.nudged >= run.environment.limits.todo_nudges) return
  work.turns.conversation.tell(prompts.forgotten(work.idle, work.list.todos.length > 0))
  work.nudged += 1
  work.idle = 0
}

/** As often as the limit has it; a run that is taken up again after its end is told once more each time. */
function mayRemind(run: RunContext, { told }: Work): boolean {
  const { todo_nudges } = run.environment.limits
  return run.decide(`reminder-${told + 1}`, () => told < todo_nudges + run.epoch - 1, { anew: (may) => !may })
}

/** The model closes: with open todos it is told so as often as it may be, unless it said the marker: then the gate asks about them. */
async function closed(run: RunContext, work: Work, text: string): Promise<Conclusion | "go on"> {
  const { list, turns, settings } = work
  const { language } = run.environment
  if (list.open.length > 0 && run.environment.literal && mayRemind(run, work)) {
    turns.conversation.tell(prompts.stillOpen(list.open))
    work.told += 1
    return "go on"
  }
  turns.closing = withoutMarker(text, settings.marker) || undefined
  const open = list.open.map(({ content }) => content)
  if (open.length > 0)
    return { kind: "incomplete", limit: "todos", reason: say(language, "todos.open", open.join("; ")) }
  return turns.confirm()
}
