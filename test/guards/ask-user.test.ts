import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { AnyStrategy } from "../../src/run/strategy.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { react } from "../../src/strategies/react/react.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { tasks } from "../../src/strategies/tasks/tasks.ts"
import { todo } from "../../src/strategies/todo/todo.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptLine } from "../../src/testing/script-line.ts"
import { complete, plan, ring, say, task, unfinished } from "../scenarios/lines.ts"
import { finish, play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { entriesOf, eventsOf, type HeardModel, heard, type Lines, literal } from "./front-door.ts"

const ASK = { questions: ["Which bell?", "How loud?"] }
const ask: ScriptLine = { call: "ask_user", input: ASK }
const bellCall: ScriptLine = { call: "ring", input: { name: "the small one" } }
const done: ScriptLine = { call: "task_done", input: { summary: "It rang." } }
const ANSWER = { kind: "clarification", text: "the small one, softly" } as const

const thought = (task_completed: boolean) => say("think", { user_summary: "Looked at it.", task_completed })
const items = (status: string) => ["1", "2", "3"].map((id) => ({ id, content: `item ${id}`, status }))
const tick = (id: string): ScriptLine => ({
  call: "todo_write",
  input: { todos: [{ id, status: "completed" }], merge: true },
})

/** A run of each strategy that asks, then rings as it was told. */
const STORIES: Readonly<Record<string, { strategy: AnyStrategy; lines: Lines; at: string }>> = {
  phased: {
    strategy: phased,
    at: "phase-1/round-1/task-1/questions",
    lines: {
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(task("ask_user", ASK), ring("meanwhile"))),
      "phase-1/round-1/judge/try-1": say("judge_tasks", unfinished()),
      "phase-1/round-2/plan/try-1": say("plan_tool_call", plan(ring("the small one"))),
      "phase-1/round-2/judge/try-1": say("judge_tasks", complete([3])),
    },
  },
  rounds: {
    strategy: rounds,
    at: "round-1/task-1/questions",
    lines: {
      "round-1/plan/try-1": say("plan_tool_call", plan(task("ask_user", ASK))),
      "round-1/think/try-1": thought(false),
      "round-2/plan/try-1": say("plan_tool_call", plan(ring("the small one"))),
      "round-2/think/try-1": thought(true),
    },
  },
  react: {
    strategy: react,
    at: "turn-1/task-1/questions",
    lines: { "turn-1/reply": ask, "turn-2/reply": bellCall, "turn-3/reply": done },
  },
  todo: {
    strategy: todo,
    at: "turn-1/task-1/questions",
    lines: { "turn-1/reply": ask, "turn-2/reply": bellCall, "turn-3/reply": done },
  },
  tasks: {
    strategy: tasks,
    at: "item-1/turn-1/task-1/questions",
    lines: {
      "plan/try-1": { call: "todo_write", input: { todos: items("pending"), merge: false } },
      "item-1/turn-1/reply": ask,
      "item-1/turn-2/reply": calls([bellCall as never, tick("1") as never]),
      "item-2/turn-1/reply": tick("2"),
      "item-3/turn-1/reply": tick("3"),
      "closing-0/summarizer/try-1": done,
    },
  },
}

function scenarioOf(name: string): Scenario & { readonly at: string } {
  const { strategy, lines, at } = STORIES[name] as (typeof STORIES)[string]
  const base: Scenario = name === "phased" ? literal(lines) : { name, model: () => keyedModel(lines) }
  return {
    ...base,
    at,
    model: () => heard(base.model()),
    answers: { [at]: ANSWER },
    options: { strategy, literal: name === "phased" || name === "rounds" },
  }
}

describe.each(Object.keys(STORIES))("in %s", (name) => {
  it("a question waits for its answer, which is the task's result", async () => {
    const scenario = scenarioOf(name)
    await using stage = await setStage(scenario)
    const store = new MemoryStore()
    const model = scenario.model() as HeardModel
    const agent = await stage.agent(store, model)
    const waiting = await agent.run(REQUEST)
    expect(waiting).toMatchObject({ outcome: "waiting", need_clarification: true })
    expect(waiting.questions).toEqual([{ kind: "clarification", id: scenario.at, questions: ASK.questions }])
    expect((await finish(agent, scenario, waiting)).outcome).toBe("done")
    const ended = (await eventsOf(store, "task.ended")).find(({ tool }) => tool === "ask_user")
    expect(ended).toMatchObject({ status: "done", ms: 0, digest: ANSWER.text })
    expect(JSON.stringify(model.requests.map(({ messages }) => messages))).toContain(ANSWER.text)
    expect(stage.rung).toContain("the small one")
    expect(new Set(model.asked).size).toBe(model.asked.length)
  })

  it("and is answered at once where somebody is there", async () => {
    const scenario = scenarioOf(name)
    const options = { ...scenario.options, responder: async () => ANSWER }
    await using played = await play({ ...scenario, options })
    expect(played.result.outcome).toBe("done")
    expect(
      played.events.filter(({ event }) => event.type === "state.changed").map(({ event }) => event),
    ).not.toContainEqual({ type: "state.changed", state: "WAITING" })
  })
})

const answerAll = { responder: async () => ANSWER }

it("asks only so often, and says so", async () => {
  const lines = [1, 2, 3].map((n) => [`turn-${n}/reply`, { call: "ask_user", input: { questions: [`no. ${n}?`] } }])
  await using played = await play({
    name: "asks and asks",
    model: () => keyedModel({ ...Object.fromEntries(lines), "turn-4/reply": "Enough." }),
    options: { strategy: react, limits: { clarification_rounds: 2 }, ...answerAll },
  })
  expect(await eventsOf(played.store, "clarification.asked")).toHaveLength(2)
  const [, , last] = await eventsOf(played.store, "task.ended")
  expect(last).toMatchObject({
    status: "refused",
    digest: expect.stringContaining("asked 2 times, as often as allowed"),
  })
  expect(await eventsOf(played.store, "violation.recorded")).toEqual([])
})

it("tasks side by side don't take the last turn both, and too many questions are cut", async () => {
  const many = { questions: ["1?", "2?", "3?", "4?", "5?", "6?", "7?"] }
  await using played = await play(
    literal(
      {
        "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(task("ask_user", many), task("ask_user", many))),
        "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
      },
      { limits: { clarification_rounds: 1 }, ...answerAll },
    ),
  )
  const [asked, ...others] = await eventsOf(played.store, "clarification.asked")
  expect([asked?.questions.length, others.length]).toEqual([5, 0])
  expect((await eventsOf(played.store, "task.ended")).map(({ status }) => status).sort()).toEqual(["done", "refused"])
  expect(JSON.stringify(await entriesOf(played.store))).toContain("The last 2 questions were not asked")
})
