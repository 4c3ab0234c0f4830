import { describe, expect, it } from "vitest"
import * as scenarios from "./answer-scenarios.ts"
import { play } from "./play.ts"

const LACKING = "an answer in the shape that was asked for"

describe("an answer in a shape of the user's", () => {
  it("is asked for until it fits", async () => {
    await using played = await play(scenarios.inShape)
    expect(played.result).toMatchObject({ outcome: "done", answer: { count: 1 } })
  })

  it("is one more thing missing where it can't be had", async () => {
    await using played = await play(scenarios.neverInShape)
    expect(played.result).toMatchObject({ outcome: "incomplete", reason: LACKING, missing: [LACKING] })
    expect(played.result.message).toContain("It rang once.")
    expect(played.result.answer).toBeUndefined()
  })

  it("has a call kept back for it beside the summary's", async () => {
    await using played = await play(scenarios.atTheLimit)
    expect(played.rung).toEqual(["n1", "n2", "n3"])
    expect(played.result).toMatchObject({ outcome: "incomplete", answer: { count: 3 }, usage: { calls: 5 } })
  })
})
