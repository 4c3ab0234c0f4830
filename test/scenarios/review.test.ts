import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { LoggedEvent } from "../../src/protocol/log/event.ts"
import type { KeyedModel } from "../../src/testing/keyed-model.ts"
import { heard } from "../guards/front-door.ts"
import { finish, play, REQUEST, setStage } from "./play.ts"
import * as scenarios from "./review-scenarios.ts"

function asked(events: readonly LoggedEvent[]): string[] {
  return events.flatMap(({ event }) => (event.type === "approval.asked" ? [event.question] : []))
}

describe("a run whose plans are looked at first", () => {
  it("asks about the phases and the first plan, then runs them as they are", async () => {
    await using played = await play(scenarios.reviewedAsIs)
    expect(played.result).toMatchObject({ outcome: "done" })
    expect(played.rung.toSorted()).toEqual(["a", "b"])
    expect(asked(played.events)).toEqual(["phases/review-1", "phase-1/round-1/plan/review-1"])
  })

  it("runs nothing before the answers", async () => {
    await using stage = await setStage(scenarios.reviewedAsIs)
    const agent = await stage.agent(new MemoryStore(), scenarios.reviewedAsIs.model())
    const phases = await agent.run(REQUEST)
    expect(phases).toMatchObject({ outcome: "waiting", questions: [{ tool: "plan", id: "phases/review-1" }] })
    await agent.answer(phases.run_id, { kind: "approval", decision: "allow" })
    const plan = await (await agent.resume(phases.run_id)).result
    expect(plan).toMatchObject({ outcome: "waiting", total_tasks: 0 })
    expect(JSON.parse((plan.questions[0] as { detail: string }).detail)).toMatchObject({
      tasks: [{ tool: "ring" }, { tool: "ring" }],
    })
    expect(stage.rung).toEqual([])
  })

  it("runs what the user made of the plan, once that can be used, and tells the model", async () => {
    await using stage = await setStage(scenarios.reviewedEdited)
    const model = heard(scenarios.reviewedEdited.model())
    const agent = await stage.agent(new MemoryStore(), model)
    const result = await finish(agent, scenarios.reviewedEdited, await agent.run(REQUEST))
    expect(result).toMatchObject({ outcome: "done", total_tasks: 1 })
    expect(stage.rung).toEqual(["c"])
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("The user changed the plan before it ran")
  })

  it("says what is wrong with a version that can't be used", async () => {
    await using played = await play(scenarios.reviewedEdited)
    const again = played.events.flatMap(({ event }) => (event.type === "approval.asked" ? [event.summary] : [])).at(-1)
    expect(again).toMatch(/^Your version can't be used \(tasks\.0\.tool: /)
  })

  it("plans anew for phases that were changed", async () => {
    await using played = await play(scenarios.reviewedPhases)
    expect(played.result).toMatchObject({ outcome: "done", phases_completed: 1 })
    expect(played.rung).toEqual(["d"])
    expect((played.model as KeyedModel).asked).not.toContain("phase-1/round-1/plan/try-1")
  })

  it("lets no phase overtake the first plan", async () => {
    await using stage = await setStage(scenarios.reviewedParallel)
    const agent = await stage.agent(new MemoryStore(), scenarios.reviewedParallel.model())
    const { run_id } = await agent.run(REQUEST)
    await agent.answer(run_id, { kind: "approval", decision: "allow" })
    const waiting = await (await agent.resume(run_id)).result
    expect(waiting.questions.map(({ id }) => id)).toEqual(["phase-1/round-1/plan/review-1"])
    expect(stage.rung).toEqual([])
    await agent.answer(run_id, { kind: "approval", decision: "allow" })
    const next = await (await agent.resume(run_id)).result
    expect(next.questions.map(({ id }) => id)).toEqual(["phase-2/round-1/plan/review-1"])
    expect(stage.rung).toEqual(["a"])
    await agent.answer(run_id, { kind: "approval", decision: "allow" })
    expect(await (await agent.resume(run_id)).result).toMatchObject({ outcome: "done", phases_completed: 2 })
  })

  it("looks around before it asks, and asks in each round that does more", async () => {
    await using played = await play(scenarios.reviewedExploring)
    expect(played.result).toMatchObject({ outcome: "done" })
    expect(asked(played.events)).toEqual(["round-2/plan/review-1", "round-3/plan/review-1"])
    expect(played.rung).toEqual(["a", "c"])
  })

  it("ends as cancelled where the plan is refused, and is asked again when it is resumed", async () => {
    await using stage = await setStage(scenarios.reviewRefused)
    const agent = await stage.agent(new MemoryStore(), scenarios.reviewRefused.model())
    const result = await finish(agent, scenarios.reviewRefused, await agent.run(REQUEST))
    expect(result).toMatchObject({ outcome: "cancelled", reason: "the plan was not accepted: too much" })
    expect(result.usage.calls).toBe(2)
    const again = await (await agent.resume(result.run_id)).result
    expect(again.questions.map(({ id }) => id)).toEqual(["phases/review-2"])
  })

  it("asks about no further plan once it is told so", async () => {
    await using stage = await setStage(scenarios.reviewedAsIs)
    const agent = await stage.agent(new MemoryStore(), scenarios.reviewedAsIs.model())
    const { run_id } = await agent.run(REQUEST)
    await agent.answer(run_id, { kind: "approval", decision: "allow_always" })
    expect(await (await agent.resume(run_id)).result).toMatchObject({ outcome: "done" })
  })

  it.each([
    [scenarios.reviewedRounds, ["c"]],
    [scenarios.reviewedTasks, []],
    [scenarios.reviewedSteps, ["c"]],
  ] as const)("works in $name", async (scenario, rung) => {
    await using played = await play(scenario)
    expect(played.result).toMatchObject({ outcome: "done" })
    expect(played.rung).toEqual(rung)
    expect(asked(played.events)).toHaveLength(1)
  })
})
