import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { react } from "../../src/strategies/react/react.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { eventsOf } from "../guards/front-door.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { plan, say, task } from "./lines.ts"
import { play, REQUEST, type Scenario, setStage } from "./play.ts"
import { thought } from "./rounds-scenarios.ts"

type Input = Readonly<Record<string, unknown>>

/** A suite that takes as long as its clock says: it prints, and goes on once somebody writes "go". */
const SUITE = "echo halfway; until [ -e go ]; do sleep 0.02; done; echo all passed"

const inReact = (input: Input): Scenario => ({
  name: "one command, react",
  model: () =>
    keyedModel({
      "turn-1/reply": calls([{ call: "run_in_terminal", input }]),
      "turn-2/reply": say("task_done", { summary: "Looked.", changes: "none" }),
    }),
  options: { strategy: react },
})

const inRounds = (input: Input): Scenario => ({
  name: "one command, rounds",
  model: () =>
    keyedModel({
      "round-1/plan/try-1": say("plan_tool_call", { ...plan(task("run_in_terminal", input)), complexity: "simple" }),
      "round-1/think/try-1": say("think", thought("Looked.", { task_completed: true })),
    }),
  options: { strategy: rounds, settings: { fuse: false } },
})

/** Plays one command; once it has printed, so much time passes, and then it may end. */
async function afterWhile(one: Scenario, ms: number, limits: Input = {}): Promise<string> {
  await using stage = await setStage({ ...one, files: { "package.txt": "" } })
  const clock = new ManualClock()
  const store = new MemoryStore()
  const agent = await setStageAgent({ ...one, options: { ...one.options, clock, limits } }, stage.folder, store)
  const run = await agent.start(REQUEST)
  let hasPassed = false
  run.onLive((event) => {
    if (event.type !== "tool.progress" || hasPassed || !event.text.includes("halfway")) return
    hasPassed = true
    clock.advance(ms)
    void writeFile(join(stage.folder, "go"), "")
  })
  await run.result
  const [ended] = await eventsOf(store, "task.ended")
  return `${ended?.status}\n${ended?.digest}`
}

async function setStageAgent({ model, options }: Scenario, workspace: string, store: MemoryStore) {
  const { createAgent } = await import("../../src/agent.ts")
  const { codingTools } = await import("../../src/tools/code/index.ts")
  const given = { model: model(), store, workspace, tools: codingTools, secrets: {}, ...options }
  return createAgent({ ...given, approve: "full", sandbox: null })
}

describe.each([inReact, inRounds])("a suite of three minutes", (inStrategy) => {
  it("ends by itself where timeout_s gives it the time", async () => {
    const text = await afterWhile(inStrategy({ command: SUITE, timeout_s: 600 }), 180_000)
    expect(text).toBe("done\nExit code 0, 180 s.\nhalfway\nall passed")
  })

  it("is stopped after two minutes where nobody says so, and what it printed is shown", async () => {
    const text = await afterWhile(inStrategy({ command: SUITE }), 120_000)
    expect(text).toBe(
      "failed\nStopped after 120 s, its time limit (timeout_s sets it, at most 1800).\nNo exit code. Output so far:\nhalfway",
    )
  })

  it("is stopped before the run's own time is over, and what it printed is shown", async () => {
    const limits = { max_time_ms: 100_000 }
    const text = await afterWhile(inStrategy({ command: SUITE, timeout_s: 600 }), 84_000, limits)
    expect(text).toMatch(/^failed\nStopped after 8\d(\.\d)? s, all the time that the run has left\.\n.*\nhalfway$/)
  })
})

it("with `literal` a round has its own limit, as in the seed", async () => {
  const one = inRounds({ command: SUITE, timeout_s: 600 })
  const text = await afterWhile({ ...one, options: { ...one.options, literal: true } }, 60_000)
  expect(text).toBe("failed\nCut off by the round's limit of 60 s.\nNo exit code. Output so far:\nhalfway")
})

it("sixteen tasks fit in one round", async () => {
  const reads = Array.from({ length: 16 }, () => task("list_files", {}))
  const one = inRounds({})
  const model = () =>
    keyedModel({
      "round-1/plan/try-1": say("plan_tool_call", { ...plan(...reads), complexity: "simple" }),
      "round-1/think/try-1": say("think", thought("Looked.", { task_completed: true })),
    })
  await using played = await play({ ...one, model })
  expect((await eventsOf(played.store, "task.ended")).length).toBe(16)
})

it("a search that finds nothing does not stop a round", async () => {
  const tasks = [
    task("run_in_terminal", { command: "grep -rn nothing ." }),
    task("run_in_terminal", { command: "diff a.txt b.txt" }),
    task("run_in_terminal", { command: "echo went on" }),
    task("run_in_terminal", { command: "exit 3" }),
    task("run_in_terminal", { command: "echo never" }),
  ]
  const model = () =>
    keyedModel({
      "round-1/plan/try-1": say("plan_tool_call", { ...plan(...tasks), complexity: "simple" }),
      "round-1/think/try-1": say("think", thought("Looked.", { task_completed: true })),
    })
  await using played = await play({ ...inRounds({}), model, files: { "a.txt": "a\n", "b.txt": "b\n" } })
  const ended = await eventsOf(played.store, "task.ended")
  const inOrder = ended.slice(0, 5).toSorted((one, other) => one.id - other.id)
  expect(inOrder.map(({ status, digest }) => [status, digest.split(",")[0]])).toEqual([
    ["done", "Exit code 1"],
    ["done", "Exit code 1"],
    ["done", "Exit code 0"],
    ["failed", "Exit code 3"],
    ["skipped", "Not run: task 4 did not succeed"],
  ])
})

it("a command ends when it exits, whatever still holds its output", async () => {
  const command = "setsid sh -c 'sleep 600' & sh -c 'sleep 600' & echo started"
  await using played = await play(inReact({ command, timeout_s: 500 }))
  const [ended] = await eventsOf(played.store, "task.ended")
  expect([ended?.status, ended?.digest]).toEqual(["done", expect.stringMatching(/^Exit code 0, \d\.\d s\.\nstarted$/)])
})
