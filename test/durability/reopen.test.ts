import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { defineTool } from "../../src/tools/tool.ts"
import { literal } from "../guards/front-door.ts"
import { complete, plan, ring, say, task, unfinished } from "../scenarios/lines.ts"
import * as scenarios from "../scenarios/phased-scenarios.ts"
import { REQUEST, setStage } from "../scenarios/play.ts"

const GIVE_UP = say("judge_tasks", unfinished({ next_action: "end_phase" }))
const PRICE = { prompt: 1, completion: 2 }

describe("what a run was started with", () => {
  it("is not carried on by another strategy", async () => {
    await using stage = await setStage(scenarios.modelDies)
    const store = new MemoryStore()
    const { run_id } = await (await stage.agent(store, scenarios.modelDies.model())).run(REQUEST)
    await using other = await setStage({ ...scenarios.modelDies, options: { strategy: react } })
    const agent = await other.agent(store, keyedModel({}))
    await expect(agent.resume(run_id)).rejects.toThrow('was started with the strategy "phased"')
    const same = await stage.agent(store, keyedModel({}))
    expect((await (await same.resume(run_id)).result).outcome).toBe("failed")
  })

  it("gives the lease back when a tool is missing", async () => {
    await using stage = await setStage(scenarios.modelDies)
    const store = new MemoryStore()
    const whole = await stage.agent(store, scenarios.modelDies.model())
    const { run_id } = await whole.run(REQUEST)
    await using poor = await setStage({ ...scenarios.modelDies, options: { tools: [] } })
    const run = await (await poor.agent(store, keyedModel({}))).resume(run_id)
    await expect(run.result).rejects.toThrow('the tool "ring", which is not there now')
    await (await whole.resume(run_id)).result
  })
})

describe("a resumed run's money", () => {
  it("is not limited where it can't be counted", async () => {
    await using stage = await setStage(scenarios.modelDies)
    const store = new MemoryStore()
    const agent = await stage.agent(store, scenarios.modelDies.model())
    const { run_id } = await agent.run(REQUEST)
    await expect(agent.resume(run_id, { limits: { max_cost: 1 } })).rejects.toThrow("max_cost can't be enforced")
    await expect(agent.resume(run_id, { limits: { max_cost: 1 }, price: PRICE })).rejects.toThrow(
      "max_cost can't be enforced",
    )
  })

  it("keeps its limit when the model changes: the new price must be known", async () => {
    await using stage = await setStage({
      ...scenarios.modelDies,
      options: { literal: true, limits: { max_cost: 1 }, price: PRICE },
    })
    const agent = await stage.agent(new MemoryStore(), scenarios.modelDies.model())
    const { run_id } = await agent.run(REQUEST)
    await expect(agent.resume(run_id, { model: "another:model" })).rejects.toThrow("max_cost can't be enforced")
    const run = await agent.resume(run_id, { model: "another:model", price: PRICE })
    expect((await run.result).outcome).toBe("failed")
  })
})

describe("a phase that was given up in its last round", () => {
  it("gets new rounds when the run is resumed", async () => {
    const rounds = [1, 2, 3].flatMap((round) => [
      [`phase-1/round-${round}/plan/try-1`, say("plan_tool_call", plan(ring(`r${round}`)))],
      [`phase-1/round-${round}/judge/try-1`, round === 3 ? GIVE_UP : say("judge_tasks", unfinished())],
    ])
    const scenario = literal({
      ...Object.fromEntries(rounds),
      "phase-1/round-4/plan/try-1": say("plan_tool_call", plan(ring("r4"))),
      "phase-1/round-4/judge/try-1": say("judge_tasks", complete([4])),
    })
    await using stage = await setStage(scenario)
    const agent = await stage.agent(new MemoryStore(), scenario.model())
    const first = await agent.run(REQUEST)
    expect(first.outcome).toBe("incomplete")
    expect((await (await agent.resume(first.run_id)).result).outcome).toBe("done")
    expect(stage.rung).toEqual(["r1", "r2", "r3", "r4"])
  })
})

describe("cancelling", () => {
  it("comes too late without harm", async () => {
    await using stage = await setStage(scenarios.literalDone)
    const agent = await stage.agent(new MemoryStore(), scenarios.literalDone.model())
    const run = await agent.start(REQUEST)
    expect((await run.result).outcome).toBe("done")
    await run.cancel()
    expect((await agent.result(run.id)).outcome).toBe("done")
  })

  it("ends a waiting run while another one is at work in its workspace", async () => {
    const started = Promise.withResolvers<void>()
    const go = Promise.withResolvers<string>()
    const slow = defineTool({
      name: "slow",
      description: "Wait.",
      input: z.object({}),
      access: "execute",
      repeat: "never",
      execute: () => {
        started.resolve()
        return go.promise
      },
    })
    const busy = literal(
      {
        "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(task("slow", {}))),
        "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
      },
      { tools: [slow] },
    )
    await using stage = await setStage(scenarios.clarified)
    const store = new MemoryStore()
    const agent = await stage.agent(store, scenarios.clarified.model())
    const waiting = await agent.run(REQUEST)
    const other = await setStage({ ...busy, options: { ...busy.options, workspace: stage.folder } })
    const run = await (await other.agent(store, busy.model())).start(REQUEST)
    await started.promise
    expect(await agent.cancel(waiting.run_id)).toMatchObject({ outcome: "cancelled" })
    go.resolve("done")
    expect((await run.result).outcome).toBe("done")
  })
})
