import { expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { eventsOf } from "../guards/front-door.ts"
import { REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { dyingAt } from "./dying-at.ts"

const ring = { call: "ring", input: { name: "loud" } }
const scenario: Scenario = {
  name: "hidden outcomes",
  model: () =>
    keyedModel({
      "turn-1/reply": ring,
      "turn-2/reply": ring,
      "turn-3/reply": ring,
      "turn-4/reply": { call: "task_done", input: { summary: "It could not be told." } },
    }),
  options: { strategy: react, settings: { reflection: "off" } },
}

it("a command whose outcome crashes hid twice does not run a third time", async () => {
  await using stage = await setStage(scenario)
  let now = 0
  const store = new MemoryStore({ now: () => now })
  const model = scenario.model()
  await (await stage.agent(dyingAt(store, "turn-1/task-1"), model)).run(REQUEST).catch(() => undefined)
  const id = (await store.listRuns())[0]?.id ?? ""
  for (const task of ["turn-2/task-1", "nothing"]) {
    now += 60_000
    const agent = await stage.agent(dyingAt(store, task), model)
    await agent
      .resume(id)
      .then(
        (run) => run.result,
        () => undefined,
      )
      .catch(() => undefined)
  }
  const ends = await eventsOf(store, "task.ended")
  expect(ends.map(({ status }) => status)).toEqual(["unknown", "unknown", "refused"])
  expect(ends[2]?.digest).toContain("interrupted twice while this ran")
  expect(stage.rung).toHaveLength(2)
})
