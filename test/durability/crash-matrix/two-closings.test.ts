import { describe, expect, it } from "vitest"
import { play } from "../../scenarios/play.ts"
import { MISSED_CONTROLS, nothingAtFirst, TWO_CLOSINGS } from "../../scenarios/two-closings.ts"
import { crashMatrix } from "./matrix.ts"

const SCENARIOS = [...TWO_CLOSINGS, nothingAtFirst, ...MISSED_CONTROLS]

crashMatrix(SCENARIOS)

describe.each(SCENARIOS)("$name", (scenario) => {
  it("comes to a green end", async () => {
    await using played = await play(scenario)
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
  })
})
