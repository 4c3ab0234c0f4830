import { describe, expect, it } from "vitest"
import { constraintsFor } from "../../src/run/constraints/constraints.ts"
import { lastStepIssues } from "../../src/run/constraints/generation.ts"
import { react } from "../../src/strategies/react/react.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { tasks } from "../../src/strategies/tasks/tasks.ts"
import { todo } from "../../src/strategies/todo/todo.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import {
  advance,
  analysis,
  complete,
  phase,
  phases,
  plan,
  ring,
  say,
  summary,
  task,
  unfinished,
} from "../scenarios/lines.ts"
import { bell, play, type Scenario } from "../scenarios/play.ts"
import { eventsOf, type HeardModel, heard, type Lines, literal } from "./front-door.ts"

/* A creation task ends with making its result. */

const POSTER = { path: "poster.md", content: "# Poster\n" }
const write: ScriptLine = { call: "write_file", input: POSTER }
const bellCall: ScriptLine = { call: "ring", input: { name: "a" } }
const done: ScriptLine = { call: "task_done", input: { summary: "The poster is made." } }
const said = { "analysis/try-1": say("request_analyser", analysis({ task_type: "creation" })) }
const MAKERS = "edit_file or write_file or apply_patch"

function creation(strategy: NonNullable<Scenario["options"]>["strategy"], lines: Lines, literal = false): Scenario {
  return {
    name: "creation",
    request: "Design a poster and slides.",
    model: () => heard(keyedModel(lines)),
    options: { ...(strategy ? { strategy } : {}), literal },
  }
}

function phasedCreation(lines: Lines): Scenario {
  const scenario = literal({ ...said, ...lines })
  return { ...scenario, model: () => heard(scenario.model()) }
}

const ringRound = (round: number, verdict: object) => ({
  [`phase-1/round-${round}/plan/try-1`]: say("plan_tool_call", plan(ring(`bell ${round}`))),
  [`phase-1/round-${round}/judge/try-1`]: say("judge_tasks", verdict as never),
})

const lastWords = ({ requests }: HeardModel, key: string) =>
  requests.find(({ purpose }) => purpose.key === key)?.messages.at(-1)?.text

describe("phased", () => {
  it("is sent back once when its last phase is called complete without a result", async () => {
    await using played = await play(
      phasedCreation({
        ...ringRound(1, complete([1])),
        "phase-1/round-2/plan/try-1": say("plan_tool_call", plan(task("write_file", POSTER))),
        "phase-1/round-2/judge/try-1": say("judge_tasks", complete([2])),
      }),
    )
    expect(played.result.outcome).toBe("done")
    const told = lastWords(played.model as HeardModel, "phase-1/round-2/plan/try-1")
    expect(told).toContain(`Not done: this kind of task must produce a result at the end: use ${MAKERS} last.`)
    expect(await eventsOf(played.store, "plan.rejected")).toMatchObject([{ control: "result" }])
  })

  it("ends incomplete where nothing is made all the same", async () => {
    await using played = await play(
      phasedCreation({ ...ringRound(1, complete([1])), ...ringRound(2, complete([1, 2])) }),
    )
    expect(played.result).toMatchObject({ outcome: "incomplete", limits: {} })
    expect(played.result.reason).toContain("nothing was made; this kind of task ends with")
  })

  it("must have it in the plan of its last round", async () => {
    const third = say("plan_tool_call", plan(task("write_file", POSTER)))
    await using played = await play(
      phasedCreation({
        ...ringRound(1, unfinished()),
        ...ringRound(2, unfinished()),
        ...ringRound(3, complete([4])),
        "phase-1/round-3/plan/try-2": third,
      }),
    )
    const [rejected] = await eventsOf(played.store, "plan.rejected")
    expect(rejected).toMatchObject({
      control: "plan_tool_call",
      issues: [expect.stringContaining("must produce a result at the end")],
    })
  })

  it("takes what an earlier phase made, and a summary that came along only with a result", async () => {
    const plans = phases([phase(1), phase(2)])
    await using earlier = await play(
      phasedCreation({
        "phases/try-1": say("phase_planner", plans),
        "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(task("write_file", POSTER))),
        "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
        "phase-2/round-1/plan/try-1": say("plan_tool_call", plan(ring("look"))),
        "phase-2/round-1/judge/try-1": say("judge_tasks", complete([1])),
      }),
    )
    expect(earlier.result.outcome).toBe("done")
    const fused = keyedModel({
      ...said,
      "phases/try-1": advance({ phase_planner: phases([phase(1)]), plan_tool_call: plan(ring("a")) }),
      "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary("Made too early.") }),
      "phase-1/round-2/plan/try-1": advance({ plan_tool_call: plan(task("write_file", POSTER)) }),
      "phase-1/round-2/judge/try-1": advance({ judge_tasks: complete([2]), summarizer: summary("Made in time.") }),
    })
    await using played = await play({ name: "fused", model: () => fused })
    expect(played.result.message).toContain("Made in time.")
  })
})

describe("strategies of turns", () => {
  const rung = { "turn-1/reply": bellCall, "turn-2/reply": done }

  it.each([
    ["react", react],
    ["todo", todo],
  ])("%s is told at its end what is missing, then makes it", async (_name, strategy) => {
    const lines = { ...rung, "closing-1/turn-1/reply": write, "closing-1/turn-2/reply": done }
    await using played = await play(creation(strategy, lines))
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 4 } })
    const told = lastWords(played.model as HeardModel, "closing-1/turn-1/reply")
    expect(told).toMatch(/a\) this kind of task must produce a result, .*write_file/)
  })

  it("react ends incomplete at its second word; a run without a tool to make it with does not", async () => {
    const lines = { ...rung, "closing-1/turn-1/reply": done }
    await using played = await play(creation(react, lines))
    expect(played.result).toMatchObject({
      outcome: "incomplete",
      missing: [expect.stringContaining("nothing was made")],
      usage: { calls: 3 },
    })
    await using nothing = await play({ ...creation(react, lines), options: { strategy: react, tools: [bell().tool] } })
    expect(nothing.result.outcome).toBe("done")
  })

  it("rounds are told in the next plan", async () => {
    const thought = say("think", { user_summary: "All done.", task_completed: true })
    const planned = plan(ring("a"))
    const lines = {
      "round-1/plan/try-1": say("plan_tool_call", { ...planned, task_type: "creation" }),
      "round-1/think/try-1": thought,
      "round-2/plan/try-1": say("plan_tool_call", plan(task("write_file", POSTER))),
      "round-2/think/try-1": thought,
    }
    await using played = await play(creation(rounds, lines, true))
    expect(played.result.outcome).toBe("done")
    expect(lastWords(played.model as HeardModel, "round-2/plan/try-1")).toContain("must produce a result at the end")
  })

  it("tasks are told at their end what is missing", async () => {
    const items = ["1", "2", "3"].map((id) => ({ id, content: `item ${id}`, status: "pending" }))
    const tick = (id: string) => ({
      call: "todo_write",
      input: { todos: [{ id, status: "completed" }], merge: true },
    })
    const lines = {
      "plan/try-1": { call: "todo_write", input: { todos: items, merge: false } },
      "item-1/turn-1/reply": tick("1"),
      "item-2/turn-1/reply": tick("2"),
      "item-3/turn-1/reply": tick("3"),
      "closing-1/turn-1/reply": { call: "write_file", input: POSTER },
      "closing-1/turn-2/reply": done,
    }
    await using played = await play(creation(tasks, lines))
    expect(played.result.outcome).toBe("done")
  })
})

it("a graph of steps must end with a step that can make it", () => {
  const constraints = constraintsFor({ taskType: "creation" }, codingTools, undefined)
  const step = (id: number, names: string[], dependencies: number[] = []) => ({
    id,
    description: "",
    dependencies,
    tools: names,
    done_when: "",
  })
  expect(lastStepIssues(constraints, [step(1, ["write_file"]), step(2, ["read_file"], [1])])).toEqual([
    `this kind of task must produce a result at the end: use ${MAKERS} last`,
  ])
  expect(lastStepIssues(constraints, [step(1, ["read_file"]), step(2, ["write_file"], [1])])).toEqual([])
  const coding = constraintsFor({ taskType: "coding" }, codingTools, undefined)
  expect(lastStepIssues(coding, [step(1, ["read_file"])])).toEqual([])
})

describe("a request that only says 生成", () => {
  it("is a creation task", async () => {
    const lines = { "turn-1/reply": write, "turn-2/reply": done }
    await using played = await play({ ...creation(react, lines), request: "生成一份年度总结" })
    expect(await eventsOf(played.store, "constraints.set")).toMatchObject([{ task_type: "creation" }])
    expect(played.result.outcome).toBe("done")
  })
})
