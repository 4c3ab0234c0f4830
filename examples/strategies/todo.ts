// The built-in `todo`, written outside: a list that the model keeps, in a loop that the engine guards.
import {
  type Conclusion,
  endingControl,
  openTurns,
  ReflectionSetting,
  type RunContext,
  type Strategy,
  say,
  type Todo,
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
 *   └──────────────────────────────┘─▶ text without calls ─▶ todos open? told so ─▶ the gate
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
  told: number
  nudged: number
  idle: number
}

async function startWork(run: RunContext, settings: Settings): Promise<Work> {
  const list = new TodoList()
  const turns = await openTurns(run, {
    controls: [todoControl(list), endingControl()],
    prompt: (rules) => start(run.request, rules),
    howToEnd: `reply with the answer for the user and ${MARKER}`,
    marker: MARKER,
    reflection: settings.reflection,
  })
  return { settings, list, turns, told: 0, nudged: 0, idle: 0 }
}

function nudge(run: RunContext, work: Work, hasWritten: boolean): void {
  work.idle = hasWritten ? 0 : work.idle + 1
  if (work.idle < work.settings.nudge_after || work.nudged >= run.environment.limits.todo_nudges) return
  work.turns.conversation.tell(forgotten(work.idle, work.list.todos.length > 0))
  work.nudged += 1
  work.idle = 0
}

/** A decision that stands when the run is resumed with other limits; only the "no" that ended it is decided anew. */
function mayRemind(run: RunContext, { told }: Work): boolean {
  const { todo_nudges } = run.environment.limits
  return run.decide(`reminder-${told + 1}`, () => told < todo_nudges + run.epoch - 1, { anew: (may) => !may })
}

async function closed(run: RunContext, work: Work, text: string): Promise<Conclusion | "go on"> {
  const { list, turns } = work
  const { language } = run.environment
  if (list.open.length > 0 && !text.includes(MARKER) && mayRemind(run, work)) {
    turns.conversation.tell(stillOpen(list.open))
    work.told += 1
    return "go on"
  }
  turns.closing = turns.unmarked({ text }).text || undefined
  const open = list.open.map(({ content }) => content).join("; ")
  if (open !== "") return { kind: "incomplete", limit: "todos", reason: say(language, "todos.open", open) }
  return turns.confirm()
}

function start(request: string, rules: string): string {
  return [
    underRules(request, rules),
    `If it takes several steps, make a list of 3-5 items with todo_write first. Mark each item in_progress before its work and completed after it. When no item is open, reply with the whole answer as Markdown, without a call, and end it with ${MARKER}.`,
  ].join("\n\n")
}

function stillOpen(open: readonly Todo[]): string {
  const items = open.map(({ id, content, status }) => `${id} ${content} (${status})`)
  return `These items are still open: ${items.join("; ")}. Do them, or mark what is done as completed and what is not going to be done as cancelled; then give the whole answer.`
}

function forgotten(turns: number, hasList: boolean): string {
  return hasList
    ? `The list has not changed for ${turns} turns. Bring it up to date with todo_write.`
    : `You have worked for ${turns} turns without a list. If more than one thing is left to do, write it down with todo_write.`
}
