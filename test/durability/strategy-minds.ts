import type { Model, ModelRequest } from "../../src/model/seam/model.ts"
import { calls, reply, type ScriptLine, speak } from "../../src/testing/script-line.ts"
import { analysis, complete, phase, phases, plan, say, summary, task } from "../scenarios/lines.ts"
import { thought } from "../scenarios/rounds-scenarios.ts"
import { step } from "../scenarios/stepwise-scenarios.ts"

/* A model that can carry out any strategy, well or badly: what it answers depends on who asks. */

/** How it behaves. */
export type Manner = {
  /** The complexity that it sees: `auto` goes by it. */
  readonly complexity?: "simple" | "medium"
  /** What it writes into the file `state`; `undefined`: it only looks. */
  readonly content?: string | undefined
  /** What it does when its work is done. */
  readonly ends: "claims" | "goes on" | "is blocked" | "says nothing" | "plans nothing"
}

export type Mind = Model & { readonly asked: readonly string[] }

/** `before` runs before the n-th call is answered; what it throws the endpoint says. */
export function mind(manner: Manner, before: (call: number) => void = () => {}): Mind {
  const asked: string[] = []
  return {
    id: "minded:model",
    contextWindow: 128_000,
    asked,
    async *stream(request, signal) {
      asked.push(request.purpose.key)
      before(asked.length)
      signal.throwIfAborted()
      yield* speak(lineFor(request, manner, asked.length), request, (index) => `${request.purpose.key}/${index}`)
    },
  }
}

function lineFor(request: ModelRequest, manner: Manner, call: number): ScriptLine {
  const { control, key } = request.purpose
  const work = workOf(manner, call)
  const isOver = manner.ends === "claims" || manner.ends === "plans nothing"
  if (control === "turn") return turnLine(request, manner, work)
  if (control === "summary") return "This is how it stands."
  if (manner.ends === "plans nothing" && control === "plan_steps") return "I would rather not plan."
  if (manner.ends === "says nothing" && control !== "task_done") return reply({ text: "" })
  const answers: Record<string, () => object> = {
    request_analyser: () => analysis({ complexity: manner.complexity ?? "medium" }),
    phase_planner: () => phases([phase(1)]),
    plan_tool_call: () => ({ ...plan(task(work.call, work.input)), complexity: "simple" }),
    judge_tasks: () => (isOver ? complete(EVERY_TASK) : { ...complete([]), phase_completed: false, ...GOES_ON }),
    think: () => thought("This is how it stands.", { task_completed: isOver }),
    plan_steps: () => ({ steps: [step(generation(key) * 10, [], { tools: [work.call] })], task_type: "coding" }),
    todo_write: () => ({ todos: key.startsWith("item-") ? [standing(key, isOver)] : LIST }),
    step_result: () => ({ status: isOver ? "done" : "continue", result: "written" }),
    summarizer: () => summary("This is how it stands."),
    task_done: () => ({ summary: "This is how it stands." }),
  }
  const part = (name: string) => ({ [name]: answers[name]?.() })
  const { choice } = request
  if (choice.kind !== "named" || choice.name !== "advance") return say(control, answers[control]?.() as Part)
  const along = key.includes("/answer/") ? "plan_tool_call" : ALONG[control]?.(isOver)
  return say("advance", { ...part(control), ...(along ? part(along) : {}) })
}

type Part = Record<string, unknown>

/** What a fused answer brings along. */
const ALONG: Readonly<Record<string, (isOver: boolean) => string>> = {
  phase_planner: () => "plan_tool_call",
  judge_tasks: (isOver) => (isOver ? "summarizer" : "plan_tool_call"),
  think: () => "plan_tool_call",
}

const LIST = ["a", "b", "c"].map((id) => ({ id, content: `part ${id}`, status: "pending" }))

function standing(key: string, isOver: boolean): object {
  return { id: /^item-(.+?)\//.exec(key)?.[1], status: isOver ? "completed" : "in_progress" }
}

const EVERY_TASK = Array.from({ length: 20 }, (_, index) => index + 1)
const GOES_ON = { next_action: "continue_phase" }

function generation(key: string): number {
  return Number(/^plan-(\d+)/.exec(key)?.[1])
}

type Work = { readonly call: string; readonly input: Record<string, unknown> }

function workOf({ content }: Manner, call: number): Work {
  if (content === undefined) return { call: "list_files", input: {} }
  return { call: "write_file", input: { path: "state", content: `${content} ${call}\n` } }
}

/** In a loop of turns: first the work, and with its result before it, the end. */
function turnLine({ purpose: { key }, messages, tools }: ModelRequest, { ends }: Manner, work: Work): ScriptLine {
  const item = /^item-(.+?)(?:-again-\d+)?\//.exec(key)?.[1]
  const isStep = key.includes("/step-") || tools.some(({ name }) => name === "step_result")
  if (ends === "says nothing") return reply({ text: "" })
  if (ends === "is blocked") return JSON.stringify({ control: "step_blocked", reason: "the key is missing" })
  if (ends === "goes on") return work
  if (item !== undefined) return calls([work, { call: "todo_write", input: { todos: [done(item)], merge: true } }])
  const hasList = messages.some(({ text }) => text.includes("part a"))
  if (hasList && key.startsWith("closing-") && messages.at(-1)?.role !== "tool")
    return calls([work, { call: "todo_write", input: { todos: LIST.map(({ id }) => done(id)), merge: true } }])
  // A step starts in the answer to its plan.
  if (messages.at(-1)?.role !== "tool" || (isStep && key.includes("/turn-1/"))) return work
  return isStep ? JSON.stringify({ control: "step_done", result: "written" }) : "This is how it stands."
}

function done(id: string): object {
  return { id, status: "completed" }
}
