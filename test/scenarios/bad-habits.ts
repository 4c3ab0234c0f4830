import type { Model, ModelRequest } from "../../src/model/seam/model.ts"
import { calls, type ScriptCall, type ScriptLine, speak } from "../../src/testing/script-line.ts"
import { analysis, complete, phase, phases, plan, ring, summary, task, unfinished } from "./lines.ts"

type Part = Record<string, unknown>

/** How a model behaves at every place where any strategy asks it something. `n` counts its replies. */
export type Habit = {
  readonly name: string
  readonly phases?: Part
  readonly steps?: readonly Part[]
  readonly plan: (n: number) => Part
  readonly isDone: boolean
  /** What it does in a turn: words, or calls of tools. */
  readonly turn: (n: number, request: ModelRequest) => string | readonly ScriptCall[]
}

const LIST = ["1", "2", "3"].map((id) => ({ id, content: `item ${id}`, status: "pending" }))
const STEPS = [
  { id: 1, description: "ring", dependencies: [], tools: ["ring"], done_when: "it rang" },
  { id: 2, description: "ring again", dependencies: [1], tools: ["ring"], done_when: "it rang again" },
]

/** A model with one bad habit, whatever it is asked; it never gets better. */
export function habitual(habit: Habit): Model {
  let replies = 0
  return {
    id: "habitual:model",
    contextWindow: 128_000,
    async *stream(request) {
      replies += 1
      const line = lineFor(habit, replies, request)
      yield* speak(line, request, (index) => `call-${replies}-${index}`)
    },
  }
}

function lineFor(habit: Habit, n: number, request: ModelRequest): ScriptLine {
  const { control } = request.purpose
  if (control === "summary") return "What the log shows, and no more."
  if (control === "turn") {
    const turn = habit.turn(n, request)
    return typeof turn === "string" ? turn : calls(turn)
  }
  const name = request.choice.kind === "named" ? request.choice.name : control
  const value = answerTo(habit, n, control)
  return { call: name, input: name === "advance" ? { [control]: value } : value }
}

function answerTo(habit: Habit, n: number, control: string): Part {
  const answers: Record<string, () => Part> = {
    request_analyser: () => analysis({ complexity: "complex" }),
    phase_planner: () => habit.phases ?? phases([phase(1), phase(2, { dependencies: [1] })]),
    plan_tool_call: () => habit.plan(n),
    judge_tasks: () => (habit.isDone ? complete([1]) : unfinished()),
    think: () => ({ user_summary: "A round is over.", task_completed: habit.isDone }),
    plan_steps: () => ({ steps: habit.steps ?? STEPS }),
    todo_write: () => ({ todos: LIST, merge: false }),
    task_done: () => ({ summary: "What was done so far." }),
  }
  return answers[control]?.() ?? summary("What came of it.")
}

/** Says that it is done, in the words of whatever loop it is in. */
function victory(request: ModelRequest): string | readonly ScriptCall[] {
  const hears = (word: string) => request.messages.some(({ text }) => text.includes(word))
  if (hears("step_done")) return '{"control":"step_done"}'
  const handed = request.messages.flatMap(({ text }) => [...text.matchAll(/mark (\S+) completed with todo_write/g)])
  const item = handed.at(-1)?.[1]
  return item ? [{ call: "todo_write", input: { todos: [{ id: item, status: "completed" }] } }] : "It is done."
}

const ringing = (name: string): ScriptCall => ({ call: "ring", input: { name } })

export const forgetsToStop: Habit = {
  name: "forgets to stop",
  plan: (n) => plan(ring(`bell ${n}`)),
  isDone: false,
  turn: (n) => [ringing(`bell ${n}`)],
}

export const forgetsTodos: Habit = {
  name: "forgets todo_write",
  plan: (n) => plan(ring(`bell ${n}`)),
  isDone: false,
  turn: (n, { tools }) => {
    const hasList = tools.some(({ name }) => name === "todo_write")
    if (n === 1 && hasList) return [{ call: "todo_write", input: { todos: LIST, merge: false } }]
    return n % 2 === 1 && hasList ? "That is done." : [ringing(`bell ${n}`)]
  },
}

export const declaresVictory: Habit = {
  name: "declares victory early",
  plan: (n) => plan(task("write_file", { path: "state", content: `bad ${n}\n` })),
  isDone: true,
  turn: (n, request) =>
    n % 2 === 0 ? victory(request) : [{ call: "write_file", input: { path: "state", content: `bad ${n}\n` } }],
}

export const plansCycles: Habit = {
  name: "plans cycles",
  phases: phases([phase(1, { dependencies: [2] }), phase(2, { dependencies: [1] })]),
  steps: [
    { ...STEPS[0], dependencies: [2] },
    { ...STEPS[1], dependencies: [1] },
  ],
  plan: () => plan({ ...ring("a", { depends_on: [2] }), id: 1 }, { ...ring("b", { depends_on: [1] }), id: 2 }),
  isDone: false,
  turn: (n) => [ringing(`bell ${n}`)],
}

export const repeatsItself: Habit = {
  name: "repeats itself",
  plan: () => plan(ring("the same")),
  isDone: false,
  turn: () => [ringing("the same")],
}

export const HABITS: readonly Habit[] = [forgetsToStop, forgetsTodos, declaresVictory, plansCycles, repeatsItself]
