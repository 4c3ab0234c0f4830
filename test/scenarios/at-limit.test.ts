import { describe, expect, it } from "vitest"
import * as scenarios from "./at-limit-scenarios.ts"
import { play } from "./play.ts"
import { requestsOf, toldAt } from "./requests.ts"

describe("a run that a hard limit stops", () => {
  it("is done where nothing is open, the summary says so and the checks were green after the last change", async () => {
    await using played = await play(scenarios.allThere)
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
    expect(played.result.message).toContain("As far as it came.")
  })

  it("is incomplete where a check is red and could not be compared", async () => {
    await using played = await play(scenarios.allThereAndRed)
    expect(played.result).toMatchObject({ outcome: "incomplete", limit: "max_model_calls" })
  })

  it("names the parts that are open, to the model that is asked what is missing and where it is done", async () => {
    const open = "**Parts that ended undone:** Phase 1 (ended incomplete); Phase 2 (not finished); Phase 3 (not begun)"
    await using played = await play(scenarios.openPhases)
    expect(played.result).toMatchObject({ outcome: "incomplete", limit: "max_iterations", verified: false })
    expect(played.result.facts).toContain(open)
    expect(toldAt(await requestsOf(scenarios.openPhases), "end-1/summarizer/try-1")).toContain(open)
  })

  it("names steps that were cut short, not begun, or left out of the plan", async () => {
    await using played = await play(scenarios.openSteps)
    expect(played.result.outcome).toBe("incomplete")
    expect(played.result.facts).toContain(
      "**Parts that ended undone:** do part 1 (not finished); do part 2 (not begun); do part 3 (left out of the plan)",
    )
  })

  it("is incomplete where something is missing, and says what", async () => {
    await using played = await play(scenarios.lacking)
    expect(played.result).toMatchObject({
      outcome: "incomplete",
      limit: "max_iterations",
      missing: ["Phase 1 (not finished)", "b.txt is not written"],
    })
  })

  it.each([scenarios.partOpen, scenarios.red, scenarios.wordless])(
    "is incomplete where nothing bears it out: $name",
    async (scenario) => {
      await using played = await play(scenario)
      expect(played.result).toMatchObject({ outcome: "incomplete", limit: "max_iterations" })
    },
  )

  it("says with what it could go on: as much again", async () => {
    await using played = await play(scenarios.lacking)
    expect(played.result.resume_with).toEqual({ limits: { max_iterations: 8 } })
    const again = await (await played.agent.resume(played.result.run_id, played.result.resume_with ?? {})).result
    expect(again.limits.allowed.iterations).toBe(8)
  })
})
