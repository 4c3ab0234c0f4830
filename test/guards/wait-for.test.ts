import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { bell, play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { eventsOf } from "./front-door.ts"

const done: ScriptLine = { call: "task_done", input: { summary: "It is up.", changes: "none" } }

function waiting(inputs: readonly object[], options: Scenario["options"] = {}): Scenario {
  const turns = inputs.map((input, index) => [`turn-${index + 1}/reply`, { call: "wait_for", input }])
  return {
    name: "waits",
    model: () => keyedModel({ ...Object.fromEntries(turns), [`turn-${inputs.length + 1}/reply`]: done }),
    options: { strategy: react, tools: [bell().tool, ...codingTools], ...options },
  }
}

it("waits for what somebody else does", async () => {
  const clock = new ManualClock()
  const scenario = waiting([{ command: "test -f ready && echo found", every_s: 3 }], { clock })
  await using stage = await setStage(scenario)
  const store = new MemoryStore()
  const run = await (await stage.agent(store, scenario.model())).start(REQUEST)
  await clock.armed(3000)
  await writeFile(join(stage.folder, "ready"), "")
  clock.advance(3000)
  expect((await run.result).outcome).toBe("done")
  const [task] = await eventsOf(store, "task.ended")
  expect(task).toMatchObject({
    tool: "wait_for",
    status: "done",
    digest: expect.stringMatching(/^Met after 2 tries, 3\.0 s/),
  })
})

it("is no loop, however often it is called in a row, within its patience", async () => {
  const input = { command: "false", limit_s: 0, every_s: 600 }
  const clock = new ManualClock()
  const scenario = waiting([input, input, input], { clock })
  await using stage = await setStage(scenario)
  const store = new MemoryStore()
  const run = await (await stage.agent(store, scenario.model())).start(REQUEST)
  for (let calls = 0; calls < 3; calls++) {
    await clock.armed(600_000)
    clock.advance(1000)
  }
  await run.result
  expect(await eventsOf(store, "reflection.raised")).toEqual([])
  expect((await eventsOf(store, "task.ended")).map(({ status }) => status)).toEqual(Array(3).fill("failed"))
})

it("asks like the terminal does, and shows the command", async () => {
  const scenario: Scenario = {
    ...waiting([{ command: "curl -s localhost" }], { approve: "edits" }),
    answers: { "turn-1/task-1/approval": { kind: "approval", decision: "deny" } },
  }
  await using played = await play(scenario)
  const [question] = await eventsOf(played.store, "approval.asked")
  expect(question).toMatchObject({ tool: "wait_for", summary: "Wait for curl -s localhost" })
  expect(question?.detail).toContain("curl -s localhost")
})

it("in a read-only run its command may only read", async () => {
  const inputs = [{ command: "ls" }, { command: "rm a.txt" }]
  await using played = await play(waiting(inputs, { approve: "read-only" }))
  expect((await eventsOf(played.store, "task.ended")).map(({ status }) => status)).toEqual(["done", "refused"])
  expect(await eventsOf(played.store, "violation.recorded")).toHaveLength(1)
})

it("is there only where commands can be run", async () => {
  await using played = await play({ ...waiting([{ command: "ls" }], { tools: [bell().tool] }) })
  const [started] = await eventsOf(played.store, "run.started")
  expect(started?.environment.tools).toEqual(["ring", "read_artifact", "ask_user"])
  expect((await eventsOf(played.store, "task.ended"))[0]).toMatchObject({ status: "refused" })
})
