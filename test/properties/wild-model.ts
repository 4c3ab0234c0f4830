import type { Model, ModelRequest } from "../../src/model/seam/model.ts"
import { ModelError } from "../../src/model/seam/model-error.ts"
import type { Usage } from "../../src/protocol/log/usage.ts"
import { promptTokens } from "../../src/run/model-call/context-size.ts"
import { calls, reply, type ScriptLine, speak } from "../../src/testing/script-line.ts"
import { type Dice, diceFor } from "../../src/testing/simulated/dice.ts"
import { analysis, complete, phase, phases, plan, ring, summary, unfinished } from "../scenarios/lines.ts"
import { SKIPPED, TEST } from "../scenarios/suite.ts"

/**
 * A model that answers well, badly or not at all, as its dice fall; the same key and seed always give the same answer. One that
 * writes leaves a module that works or not, and at times its test skipped or without anything in it.
 */
export function wildModel(
  seed: number,
  badness: number,
  writes = false,
  manner: WildManner = "as it falls",
): Model & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    id: "wild:model",
    contextWindow: 128_000,
    asked,
    async *stream(request) {
      asked.push(request.purpose.key)
      const dice = diceFor(`${seed}/${request.purpose.key}`)
      const line = dice() < badness ? misbehave(request, dice) : inManner(behave(request, dice, writes), manner, dice)
      for (const part of speak(line, request, (index) => `${request.purpose.key}/${index}`))
        yield part.type === "end" ? { ...part, usage: wildUsage(request, dice) } : part
    },
  }
}

/** Whether it leaves out what it may leave out, or fills in whatever there is. */
export type WildManner = "as it falls" | "bare" | "fills"

const OPTIONAL =
  "missing settled highlights evidence completed_tasks failed_tasks changes quality_assessment for must_pass".split(" ")

function inManner(line: ScriptLine, manner: WildManner, dice: Dice): ScriptLine {
  if (manner === "as it falls" || typeof line !== "object" || !("reply" in line)) return line
  const made = line.reply.calls?.map((call) => ({ ...call, input: filled(call.input, manner, dice) as object }))
  return made ? reply({ ...line.reply, calls: made }) : line
}

function filled(input: unknown, manner: WildManner, dice: Dice): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input
  const entries = Object.entries(input).map(([name, value]) => [name, filled(value, manner, dice)] as const)
  const kept = entries.filter(([name]) => manner === "fills" || !OPTIONAL.includes(name))
  const isLast = ["final_summary", "task_completed", "summary"].some((name) => name in input)
  const more = manner === "fills" && isLast ? { missing: [], settled: pick(dice, SETTLED), changes: "files" } : {}
  return { ...Object.fromEntries(kept), ...more }
}

const SETTLED = [
  [],
  ["a: task 1"],
  ["a: task 1", "b: task 2", "c: task 99"],
  ["a: it was so", "b: not mine"],
  ["a: it was red before and is not mine", "b: task 1", "c: it is too large"],
  ["nonsense"],
]

/** What endpoints count differs from our estimate: up to twice the prompt, and replies as long as they were allowed to be. */
function wildUsage({ messages, tools, maxOutputTokens = 4000 }: ModelRequest, dice: Dice): Usage {
  return {
    prompt: Math.floor(promptTokens(messages, tools) * (0.5 + 1.5 * dice())),
    completion: dice() < 0.4 ? maxOutputTokens : Math.floor(maxOutputTokens * dice() ** 2),
    cached: 0,
  }
}

const pick = <T>(dice: Dice, list: readonly T[]): T => list[Math.floor(dice() * list.length)] as T

function misbehave({ choice }: ModelRequest, dice: Dice): ScriptLine {
  const name = choice.kind === "named" ? choice.name : "ring"
  return pick<() => ScriptLine>(dice, [
    () => "Let me explain at length instead.",
    () => reply({ text: "" }),
    () => reply({ calls: [{ call: name, input: '{"tasks": [' }] }),
    () => reply({ calls: [{ call: name, input: "{}" }], finish: "length" }),
    // In a turn every tool on offer may be called, at a control none may.
    () => calls([{ call: choice.kind === "named" ? "ring" : "dance", input: { name: "stray" } }]),
    () => calls([{ call: name, input: { nonsense: true } }]),
    () =>
      calls([
        { call: name, input: wrap(name, { plan_tool_call: plan(...Array.from({ length: 9 }, () => ring("many"))) }) },
      ]),
    () => new ModelError("refused", "not this one"),
    () => new ModelError("broken", "the line went dead"),
  ])()
}

function behave(request: ModelRequest, dice: Dice, writes: boolean): ScriptLine {
  const { control } = request.purpose
  if (control === "turn") return takeTurn(request, dice, writes)
  if (control === "summary") return "A plain account of what happened."
  if (control === "task_done")
    return calls([{ call: "task_done", input: { summary: "What was done so far.", missing: lacking(dice) } }])
  const name = request.choice.kind === "named" ? request.choice.name : control
  const parts = { [control]: answerTo(control, dice, writes), ...along(request.purpose, dice, writes) }
  return calls([{ call: name, input: wrap(name, parts) }])
}

/** Words, tools, and whatever else a turn may hold: the list, a signal, the end. */
function takeTurn({ tools, messages }: ModelRequest, dice: Dice, writes: boolean): ScriptLine {
  const offers = (name: string) => tools.some((tool) => tool.name === name)
  const hears = (word: string) => messages.some(({ text }) => text.includes(word))
  const work = tasks(dice, writes).map(({ tool, arguments: input }) => ({ call: String(tool), input: input as object }))
  const luck = dice()
  if (luck < 0.15) return "All is said and done."
  if (luck < 0.4 && hears("step_done")) return JSON.stringify({ control: pick(dice, SIGNALS), reason: "as it fell" })
  if (luck < 0.5 && offers("todo_write")) return calls([todos(dice)])
  if (luck < 0.6 && offers("todo_write")) return calls([...work, todos(dice)])
  return calls(work)
}

const SIGNALS = ["step_done", "step_done", "step_done", "replan", "step_blocked"]

function todos(dice: Dice): { call: string; input: object } {
  const list = ["1", "2", "3", "mend-1"]
    .filter(() => dice() < 0.7)
    .map((id) => ({
      id,
      content: `item ${id}`,
      status: pick(dice, ["pending", "completed", "completed", "cancelled"]),
    }))
  return { call: "todo_write", input: { todos: list, merge: dice() < 0.8 } }
}

/** The envelope takes parts, a control of its own takes just its value. */
function wrap(name: string, parts: Record<string, unknown>): object {
  if (name === "advance") return parts
  const { request_analyser, ...rest } = parts
  return {
    ...(request_analyser as object),
    ...(Object.keys(rest).length === 1 && !request_analyser ? (Object.values(rest)[0] as object) : rest),
  }
}

/** Sometimes more comes along than was asked for, valid or not. */
function along({ control, key }: ModelRequest["purpose"], dice: Dice, writes: boolean): Record<string, unknown> {
  const mayWork = control === "think" || (control === "summarizer" && key.includes("/answer/"))
  if (mayWork && dice() < 0.5) return { plan_tool_call: plan(...tasks(dice, writes)) }
  if (control !== "judge_tasks" && control !== "phase_planner") return {}
  const more = {
    plan_tool_call: plan(...tasks(dice, writes)),
    ...(control === "judge_tasks" ? { summarizer: summary() } : {}),
  }
  return dice() < 0.5 ? more : {}
}

function tasks(dice: Dice, writes: boolean) {
  return Array.from({ length: 1 + Math.floor(dice() * 4) }, (_, index) =>
    ring(`bell-${Math.floor(dice() * 1e9)}-${index}`, index > 0 && dice() < 0.3 ? { depends_on: [index] } : {}),
  )
    .map((task) => (dice() < 0.2 ? { ...task, arguments: { ...(task.arguments as object), fails: true } } : task))
    .map((task) => (writes && dice() < 0.4 ? { ...task, ...writing(dice) } : task))
}

function writing(dice: Dice) {
  if (dice() < 0.2) return file(`tests/test_${MODULE}.py`, pick(dice, [TEST, SKIPPED, "# Nothing is tested here.\n"]))
  const state = pick(dice, ["works", "works", "works", "broken", "broken", "broken", "hangs"])
  return file(`src/${MODULE}.py`, `${state} ${Math.floor(dice() * 1e9)}\n`)
}

function file(path: string, content: string) {
  return { tool: "write_file", arguments: { path, content } }
}

/** What the check is about. */
export const MODULE = "state"

function answerTo(control: string, dice: Dice, writes: boolean): unknown {
  switch (control) {
    case "request_analyser":
      return analysis({
        complexity: pick(dice, ["simple", "medium", "complex"]),
        requirements: pick(dice, [["it is in order"], ["it is in order", "everything is"]]),
        ...pick(dice, [{}, {}, {}, { must_pass: [`tests/test_${MODULE}.py`] }]),
      })
    case "phase_planner":
      return randomPhases(dice)
    case "plan_tool_call":
      return plan(...tasks(dice, writes))
    case "judge_tasks":
      return randomVerdict(dice)
    case "think":
      return { user_summary: "What this round brought.", task_completed: dice() < 0.4, missing: lacking(dice) }
    case "todo_write":
      return { todos: ["1", "2", "3"].map((id) => ({ id, content: `item ${id}`, status: "pending" })), merge: false }
    case "plan_steps":
      return { steps: randomSteps(dice) }
    default:
      return summary("What came of it.", { total_tasks_executed: Math.floor(dice() * 50), missing: lacking(dice) })
  }
}

/** What the model calls missing: mostly nothing, at times what was asked for or what nobody asked for. */
function lacking(dice: Dice): readonly string[] {
  return pick(dice, [[], [], [], ["the house is not in order"], ["a garden"], ["refused: the house"]])
}

function randomPhases(dice: Dice): unknown {
  const count = 1 + Math.floor(dice() * 4)
  const list = Array.from({ length: count }, (_, index) =>
    phase(index + 1, {
      estimated_rounds: 1 + Math.floor(dice() * 3),
      dependencies: index > 0 && dice() < 0.5 ? [1 + Math.floor(dice() * index)] : [],
      ...(dice() < 0.3 ? { for: [pick(dice, [1, 2])] } : {}),
    }),
  )
  return phases(list, pick(dice, ["sequential", "parallel"]))
}

function randomSteps(dice: Dice): unknown {
  return Array.from({ length: 1 + Math.floor(dice() * 5) }, (_, index) => ({
    id: index + 1,
    description: `step ${index + 1}`,
    dependencies: index > 0 && dice() < 0.6 ? [1 + Math.floor(dice() * index)] : [],
    tools: ["ring"],
    done_when: "it rang",
  }))
}

function randomVerdict(dice: Dice): unknown {
  const ids = [1, 2, 3].filter(() => dice() < 0.7)
  if (dice() < 0.4) return complete(ids)
  return unfinished({
    completed_tasks: ids,
    next_action: pick(dice, ["continue_phase", "continue_phase", "retry_failed", "replan", "end_phase"]),
  })
}
