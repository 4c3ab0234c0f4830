import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { DurableEvent } from "../../src/protocol/log/event.ts"
import { heard } from "../guards/front-door.ts"
import { play, REQUEST, type Scenario, setStage } from "./play.ts"
import * as scenarios from "./stepwise-scenarios.ts"

/* The checklist of seed 004 (its section 5), item by item. */

const { scenario, step, steps, bell } = scenarios

async function played(given: Scenario) {
  await using run = await play(given)
  return { result: run.result, rung: [...run.rung], events: run.events.map(({ event }) => event) }
}

const typesOf = (events: readonly DurableEvent[]) => new Set(events.map(({ type }) => type))
const states = (events: readonly DurableEvent[]) =>
  events.flatMap((event) => (event.type === "state.changed" ? [event.state] : []))

describe("5.1 basic protection", () => {
  it("roles in turn: request and planning instruction are one message", async () => {
    await using stage = await setStage(scenarios.inOrder)
    const model = heard(scenarios.inOrder.model())
    await (await stage.agent(new MemoryStore(), model)).run(REQUEST)
    const [first] = model.requests
    expect(first?.messages.map(({ role }) => role)).toEqual(["system", "user"])
    expect(first?.messages[1]?.text).toMatch(new RegExp(`${REQUEST}[\\s\\S]*Due: plan_steps`))
  })

  it("a plan that can't be read is asked for again, then the run goes over to another way and ends", async () => {
    const again = await played(scenarios.repaired)
    expect([...typesOf(again.events)]).toContain("plan.rejected")
    expect(again.result.outcome).toBe("done")
    const over = await played(scenarios.degraded)
    expect([...typesOf(over.events)]).toContain("strategy.chosen")
  })

  it("max_plan_steps cuts the plan", async () => {
    const { events } = await played(scenarios.cut)
    expect(events.find(({ type }) => type === "plan.cut")).toMatchObject({ kept: 2 })
  })

  it("max_step_tool_calls ends a step", async () => {
    const { rung } = await played(scenarios.outOfCalls)
    expect(rung).toEqual(["a", "b"])
  })

  it("max_replans ends the planning", async () => {
    const { events, result } = await played(scenarios.failedForGood)
    expect(events.filter(({ type }) => type === "plan.replaced").length).toBe(1)
    expect(result.outcome).toBe("failed")
  })

  it("writes are verified before the end; without writes nothing is verified", async () => {
    const wrote = await played(scenarios.overruled)
    expect(wrote.result.checks).toMatchObject([{ name: "test", passed: true }])
    const { inOrder } = scenarios
    const read = await played({ ...inOrder, options: { ...inOrder.options, checks: { test: "grep good state" } } })
    // It was red before and has no names: it decides nothing, and is no proof either.
    expect(read.result).toMatchObject({ outcome: "done", verified: false })
  })

  it("everything that happens is an event", async () => {
    const { events } = await played(scenarios.recovered)
    expect([...typesOf(events)]).toEqual(
      expect.arrayContaining([
        "steps.planned",
        "stage.started",
        "stage.ended",
        "state.changed",
        "task.ended",
        "check.ended",
        "plan.replaced",
        "model.called",
        "summary.made",
        "run.ended",
      ]),
    )
  })
})

describe("5.2 robustness", () => {
  it("dependencies: nothing starts before what it needs is done", async () => {
    const { rung } = await played(scenarios.cut)
    expect(rung).toEqual(["c", "a"])
  })

  it.each([
    '{"control":"step_done"}',
    '```json\n{"control": "STEP_DONE"}\n```',
    "The bell rang.\n\nSTEP_DONE",
    "<step_done/>",
    "{'control': 'step done',}",
    '钟已敲响。{"control":"step_done"}',
  ])("signals in any form: %j", async (signal) => {
    const lines = {
      "plan-1/plan/try-1": steps(step(1)),
      "plan-1/step-1/turn-1/reply": bell("a"),
      "plan-1/step-1/turn-2/reply": signal,
    }
    const { result } = await played(scenario("a signal", lines))
    expect(result.outcome).toBe("done")
  })

  it("a step that is still in progress when its loop ends has failed", async () => {
    const { events } = await played(scenarios.outOfCalls)
    const end = events.find((event) => event.type === "stage.ended" && event.stage === "plan-1/step-1")
    expect(end).toMatchObject({ status: "failed" })
  })

  it("numbers of steps are unique", async () => {
    const { events } = await played(scenarios.repaired)
    expect(events.find(({ type }) => type === "plan.rejected")).toMatchObject({ issues: ["step ids must be unique"] })
  })

  it("a deadlock is found and told", async () => {
    const { events, result } = await played(scenarios.deadlocked)
    expect([...typesOf(events)]).toContain("deadlock.found")
    expect(result.reason).toContain("step 2 waits for step 1")
  })

  it("the states have RECOVERING and BLOCKED", async () => {
    expect(states((await played(scenarios.replanned)).events)).toContain("RECOVERING")
    expect(states((await played(scenarios.deadlocked)).events)).toContain("BLOCKED")
  })
})
