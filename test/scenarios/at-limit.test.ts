import { describe, expect, it } from "vitest"
import * as scenarios from "./at-limit-scenarios.ts"
import { play } from "./play.ts"

describe("a run that a hard limit stops", () => {
  it("is done where the summary names nothing missing and the checks were green after the last change", async () => {
    await using played = await play(scenarios.allThere)
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
    expect(played.result.message).toContain("As far as it came.")
  })

  it("is incomplete where something is missing, and says what", async () => {
    await using played = await play(scenarios.lacking)
    expect(played.result).toMatchObject({
      outcome: "incomplete",
      limit: "max_iterations",
      missing: ["b.txt is not written"],
    })
  })

  it.each([scenarios.red, scenarios.wordless])("is incomplete where nothing bears it out: $name", async (scenario) => {
    await using played = await play(scenario)
    expect(played.result).toMatchObject({ outcome: "incomplete", limit: "max_iterations" })
  })

  it("says with what it could go on: as much again", async () => {
    await using played = await play(scenarios.lacking)
    expect(played.result.resume_with).toEqual({ limits: { max_iterations: 8 } })
    const again = await (await played.agent.resume(played.result.run_id, played.result.resume_with ?? {})).result
    expect(again.limits.allowed.iterations).toBe(8)
  })
})
