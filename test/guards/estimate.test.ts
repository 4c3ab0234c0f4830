import { describe, expect, it } from "vitest"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { advance, analysis, complete, phase, phases, plan, ring, say, summary } from "../scenarios/lines.ts"
import { play } from "../scenarios/play.ts"
import { eventsOf } from "./front-door.ts"

describe("the estimate of a run", () => {
  it("is recorded before execution starts, and the result says how it held", async () => {
    const model = () =>
      keyedModel({
        "analysis/try-1": say("request_analyser", analysis()),
        "phases/try-1": advance({ phase_planner: phases([phase(1), phase(2)]), plan_tool_call: plan(ring("a")) }),
        "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), plan_tool_call: plan(ring("b")) }),
        "phase-2/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary() }),
      })
    const options = { price: { prompt: 1, completion: 5 }, limits: { max_cost: 0.5, max_model_calls: 20 } }
    await using played = await play({ name: "estimated", model, options })
    const { limits, usage } = played.result
    expect(limits.estimate?.calls).toBe(usage.calls)
    expect(limits.worst?.calls).toBe(20)
    expect(limits.worst?.cost).toBeLessThanOrEqual(0.5)
    expect(usage.prompt + usage.completion).toBeLessThanOrEqual(limits.worst?.tokens ?? 0)
    const [estimated] = await eventsOf(played.store, "budget.estimated")
    expect(estimated).toMatchObject({ expected: limits.estimate, worst: limits.worst })
    const at = (type: string) => played.events.findIndex(({ event }) => event.type === type)
    expect(at("budget.estimated")).toBeLessThan(at("task.started"))
  })
})
