import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import { isFact } from "../../src/protocol/log/key.ts"
import { literal } from "../guards/front-door.ts"
import { someOf } from "../sample.ts"
import { complete, plan, ring, say, unfinished } from "../scenarios/lines.ts"
import { play, type Scenario } from "../scenarios/play.ts"
import { toolsThenDone } from "../scenarios/react-scenarios.ts"

const twoRounds = literal({
  "phase-1/round-1/plan/try-1": [say("plan_tool_call", { tasks: "none" }), say("plan_tool_call", plan(ring("a")))],
  "phase-1/round-1/plan/try-2": say("plan_tool_call", plan(ring("a"), ring("b"))),
  "phase-1/round-1/judge/try-1": say("judge_tasks", unfinished()),
  "phase-1/round-2/plan/try-1": say("plan_tool_call", plan(ring("c"))),
  "phase-1/round-2/judge/try-1": say("judge_tasks", complete([1])),
})

const keysOf = async (store: RunStore, id: string) => (await store.load(id)).map(({ key }) => key)

describe.each<Scenario>([twoRounds, toolsThenDone])("a fork of $name", (scenario) => {
  it("from any entry that is not the beginning ends as the run did, with what was before", async () => {
    await using played = await play(scenario)
    const { store, agent, result } = played
    const entries = await store.load(result.run_id)
    const stages = entries.filter(({ key }) => isFact(key, "stage.started"))
    for (const { key } of [...stages, ...someOf(`fork ${scenario.name}`, 12, entries.slice(2))]) {
      const forked = await (await agent.fork(result.run_id, { from: key })).result
      expect([key, forked.outcome, forked.reason]).toEqual([key, "done", result.reason])
      const kept = await keysOf(store, forked.run_id)
      expect(kept.slice(0, 2)).toEqual(entries.slice(0, 2).map((entry) => entry.key))
      expect(kept).toContain("fork#run.forked")
      expect((await agent.calls(forked.run_id)).every((call) => call.kept)).toBe(true)
    }
  })
})

describe("a fork", () => {
  it("needs something before it, and a run that nobody carries out", async () => {
    await using played = await play(toolsThenDone)
    const { agent, result } = played
    await expect(agent.fork(result.run_id, { from: "phase-9" })).rejects.toThrow("has nothing before")
    const [first] = await played.store.load(result.run_id)
    await expect(agent.fork(result.run_id, { from: first?.key ?? "" })).rejects.toThrow("has nothing before")
    await played.store.claim(result.run_id, { host: "elsewhere", pid: 1, startedAt: "1" })
    await expect(agent.fork(result.run_id, { from: "turn-2" })).rejects.toThrow("is being carried out")
  })
})

describe("a run that is archived", () => {
  it("says so in its header until it is put back", async () => {
    await using played = await play(toolsThenDone, new MemoryStore())
    const { agent, result, store } = played
    await agent.archive(result.run_id)
    await agent.archive(result.run_id)
    expect((await agent.runs()).map(({ archived }) => archived)).toEqual([true])
    await agent.archive(result.run_id, false)
    expect((await agent.runs()).map(({ archived }) => archived)).toEqual([undefined])
    const said = (await keysOf(store, result.run_id)).filter((key) => isFact(key, "run.archived"))
    expect(said).toHaveLength(2)
    expect(await agent.result(result.run_id)).toEqual(result)
  })
})
