import { describe, expect, it } from "vitest"
import type { PhasePlan } from "../../protocol/log/control.ts"
import { startPhase } from "./prompts.ts"

describe("startPhase", () => {
  it("says what was done before, in plan order, then what is to do now", () => {
    const phase = (id: number) => ({ id, name: `P${id}`, goal: `g${id}`, estimated_rounds: 2, dependencies: [] })
    const plan: PhasePlan = { phases: [phase(4), phase(7)], execution_strategy: "sequential" }
    expect(startPhase(phase(7), plan, [{ name: "P4", summary: "all done", isDone: true }])).toBe(
      "Done: P4: all done\nPhase 2 of 2: P7. Goal: g7",
    )
  })
})
