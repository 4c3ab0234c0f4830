import { describe, expect, test } from "vitest"
import type { AgentOptions } from "../../src/agent.ts"
import type { Model, ModelPart, ModelRequest } from "../../src/model/seam/model.ts"
import { play } from "../scenarios/play.ts"

/** So many calls at most, whatever the strategy. */
const MOST_CALLS = 15

const STRATEGIES = ["auto", "phased", "rounds", "stepwise", "tasks", "todo", "react"]

/** What somebody says at each control who always wants to go on. */
const SAYS: Readonly<Record<string, (search: () => object) => object>> = {
  request_analyser: () => ({
    core_goal: "Find the place where the gizmo is switched on.",
    requirements: ["the place is named"],
    complexity: "complex",
    estimated_phases: 3,
    task_type: "coding",
    changes: "none",
  }),
  phase_planner: () => ({
    phases: [1, 2, 3].map((id) => ({ id, name: `Phase ${id}`, goal: `look in place ${id}`, estimated_rounds: 2 })),
    execution_strategy: "sequential",
  }),
  plan_tool_call: (search) => ({ tasks: [{ id: 1, tool: "search_code", arguments: search() }], reasoning: "look" }),
  judge_tasks: () => ({
    completed_tasks: [],
    phase_completed: false,
    next_action: "continue_phase",
    user_summary: "Nothing was found yet.",
  }),
  think: () => ({ user_summary: "Nothing was found yet.", task_completed: false, next_steps_preview: "other words" }),
  plan_steps: () => ({
    steps: [1, 2, 3].map((id) => ({
      ...{ id, description: `look in place ${id}`, dependencies: [], tools: ["search_code"] },
      done_when: "it is found",
    })),
  }),
  step_result: () => ({ status: "continue", reason: "not found yet" }),
  todo_write: () => ({
    merge: false,
    todos: [1, 2, 3].map((id) => ({ id: String(id), content: `look in place ${id}`, status: "pending" })),
  }),
  task_done: () => ({ summary: "The place was not found.", missing: ["the place"] }),
  summarizer: () => ({
    final_summary: "The place was not found.",
    phases_completed: 0,
    total_tasks_executed: 0,
    highlights: [],
    missing: ["the place"],
  }),
}

/** What goes along with each in one call, for a model that gives all that it may. */
const ALONG: Readonly<Record<string, readonly string[]>> = {
  request_analyser: ["phase_planner", "plan_tool_call"],
  phase_planner: ["plan_tool_call"],
  judge_tasks: ["plan_tool_call"],
  think: ["plan_tool_call"],
}

const USAGE = { prompt: 100, completion: 10, cached: 0 }

/** A model that searches with other words each time, finds nothing, and would go on for ever. */
function seeker(isGenerous: boolean): Model & { readonly asked: string[] } {
  const asked: string[] = []
  let searches = 0
  const search = () => ({ pattern: `gizmo${"abcdefghijklmnopqrstuvwxyz"[searches % 26]}${searches++}` })
  const work = ({ purpose, tools }: ModelRequest) => {
    const hasList = tools.some(({ name }) => name === "todo_write")
    const begins = hasList && searches === 0 && purpose.key.endsWith("turn-1/reply")
    return begins
      ? { name: "todo_write", input: SAYS.todo_write?.(search) ?? {} }
      : { name: "search_code", input: search() }
  }
  const control = (name: string, asked: string) => {
    const said = SAYS[asked]?.(search) ?? {}
    if (name === asked) return { name, input: said }
    const parts = [asked, ...(isGenerous ? (ALONG[asked] ?? []) : [])]
    return { name, input: Object.fromEntries(parts.map((part) => [part, SAYS[part]?.(search)])) }
  }
  const answer = (request: ModelRequest): { name: string; input: object } | undefined => {
    const { choice, purpose } = request
    if (choice.kind === "none") return undefined
    return choice.kind === "named" ? control(choice.name, purpose.control) : work(request)
  }
  return {
    id: "seeker:model",
    contextWindow: 128_000,
    asked,
    async *stream(request): AsyncGenerator<ModelPart> {
      asked.push(request.purpose.key)
      const said = answer(request)
      if (!said) yield { type: "text", delta: "The place was not found." }
      else
        yield {
          type: "call",
          call: { id: `call-${asked.length}`, name: said.name, arguments: JSON.stringify(said.input) },
        }
      yield { type: "end", usage: USAGE, finish: said ? "calls" : "stop" }
    },
  }
}

const FILES = { "src/main.js": "console.log('nothing of the kind')\n", "README.md": "A small project.\n" }

async function seek(options: Partial<AgentOptions>, isGenerous = true) {
  const model = seeker(isGenerous)
  await using played = await play({
    name: "circles",
    model: () => model,
    request: "Where is the gizmo switched on?",
    files: FILES,
    options,
  })
  return { asked: model.asked, result: played.result, events: played.events.map(({ event }) => event) }
}

describe("a model whose searches all find nothing", () => {
  test.each(STRATEGIES)("%s: comes to an end soon", async (strategy) => {
    const { asked } = await seek({ strategy })
    expect(asked.length, asked.join(" ")).toBeLessThanOrEqual(MOST_CALLS)
  })

  test.each(["rounds", "stepwise", "tasks", "todo", "react"])("%s: also one control a call", async (strategy) => {
    const { asked } = await seek({ strategy }, false)
    expect(asked.length, asked.join(" ")).toBeLessThanOrEqual(MOST_CALLS)
  })

  test("is told, then told to plan anew, then the work is over", async () => {
    const { events } = await seek({ strategy: "react" })
    expect(events.flatMap((event) => (event.type === "reflection.raised" ? [event.level] : []))).toEqual([
      "guidance",
      "replan",
      "fail",
    ])
  })

  test("the parts that end so are open, and each of the others begins", async () => {
    const { events } = await seek({ strategy: "phased" })
    const ended = events.flatMap((event) =>
      event.type === "stage.ended" && /^phase-\d$/.test(event.stage) ? [event] : [],
    )
    expect(ended.map(({ stage, status }) => [stage, status])).toEqual([
      ["phase-1", "forced"],
      ["phase-2", "forced"],
      ["phase-3", "forced"],
    ])
    const rounds = events.filter((event) => event.type === "stage.started" && event.stage.startsWith("phase-3/"))
    expect(rounds).toHaveLength(1)
  })
})
