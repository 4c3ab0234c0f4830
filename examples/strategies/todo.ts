// The built-in `todo`, written outside: a list that the model keeps, in a loop that the engine guards.
import {
  type Conclusion,
  endingControl,
  firstMessage,
  openTurns,
  ReflectionSetting,
  type RunContext,
  type Strategy,
  say,
  TodoList,
  TURN_CONTROLS,
  type TurnLoop,
  todoControl,
  underRules,
} from "keelson/strategy"
import { z } from "zod"

const MARKER = "[ANALYSIS_COMPLETE]"

const Settings = z.looseObject({
  /** After so many turns of work without a change of the list the model is reminded of it. */
  nudge_after: z.int().min(1).default(3),
  reflection: ReflectionSetting,
})
type Settings = z.infer<typeof Settings>

/**
 *   ┌▶ model ─▶ tools, todo_write ─┐ list forgotten: nudge
 *   └──────────────────────────────┘─▶ text without calls ─▶ the gate
 */
export const ownTodo: Strategy<Settings> = {
  name: "own-todo",
  summary: "The model keeps its own list with todo_write.",
  settings: Settings,
  controls: TURN_CONTROLS,
  stages: ["turn"],

  async run(run, settings) {
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
  },
}

type Work = {
  readonly settings: Settings
  readonly list: TodoList
  readonly turns: TurnLoop
  nudged: number
  idle: number
}

async function startWork(run: RunContext, settings: Settings): Promise<Work> {
  const list = new TodoList()
  const turns = await openTurns(run, {
    controls: [todoControl(list), endingControl(undefined, (here, name) => list.completeCurrent(here, name))],
    prompt: (rules) => start(firstMessage(run), rules),
    marker: MARKER,
    reflection: settings.reflection,
  })
  return { settings, list, turns, nudged: 0, idle: 0 }
}

function nudge(run: RunContext, work: Work, hasWritten: boolean): void {
  work.idle = hasWritten ? 0 : work.idle + 1
  if (work.idle < work.settings.nudge_after || work.nudged >= run.environment.limits.todo_nudges) return
  work.turns.conversation.tell(forgotten(work.idle, work.list.todos.length > 0))
  work.nudged += 1
  work.idle = 0
}

/** What is open is the gate's to report. */
async function closed(run: RunContext, { list, turns }: Work, text: string): Promise<Conclusion | "go on"> {
  const { language } = run.environment
  turns.closing = turns.unmarked({ text }).text || undefined
  const open = list.open.map(({ content }) => content).join("; ")
  if (open !== "") return { kind: "incomplete", limit: "todos", reason: say(language, "todos.open", open) }
  return turns.confirm()
}

function start(first: string, rules: string): string {
  return [
    underRules(first, rules),
    "If the work takes several steps, first list them with todo_write. Mark each item in_progress when you start it and completed when a result shows that it is done. When everything is done, call task_done with the whole answer; that completes the item in progress, but no other: mark what else is done first, in the same reply.",
  ].join("\n\n")
}

function forgotten(turns: number, hasList: boolean): string {
  return hasList
    ? `The to-do list has not changed for ${turns} turns. Update it with todo_write.`
    : `You have worked for ${turns} turns without a list. If more than one thing is left to do, list what is left with todo_write.`
}
