import { describe, expect, it } from "vitest"
import { eventsOf } from "../guards/front-door.ts"
import { dropped, left, leftLate, saidBefore } from "./leave-it-scenarios.ts"
import { playTold } from "./told-run.ts"

/* What the user says of something that was reported settles it: once the model has heard it. */

describe("a failure of the run's own", () => {
  it("is settled by the user's word, which stands in the first line", async () => {
    const { result } = await playTold(left.scenario, left.telling)
    expect(result).toMatchObject(left.ends)
    expect(result.message).toMatch(/\*\*Outcome:\*\* done.*; test left as it is: Leave the test red/)
  })

  it("is settled by a word that comes too late for its closing, once the next one has heard it", async () => {
    const { result, store } = await playTold(leftLate.scenario, leftLate.telling)
    const rulings = await eventsOf(store, "gate.ruled")
    // What nobody has heard settles nothing yet.
    expect(rulings.map(({ settled }) => settled.map(({ about, by }) => `${about} ${by}`))).toEqual([
      [],
      [],
      ["check:test user"],
    ])
    expect(result).toMatchObject(leftLate.ends)
  })

  it("is not settled by what was said before anything was reported", async () => {
    const { result } = await playTold(saidBefore.scenario, saidBefore.telling)
    expect(result).toMatchObject(saidBefore.ends)
  })
})

describe("a requirement", () => {
  it("is dropped by the user's word, and by nobody else's", async () => {
    const alone = await playTold(dropped.scenario)
    expect(alone.result).toMatchObject({ outcome: "incomplete", reason: "2 write b.txt" })
    expect(alone.result.requirements?.map(({ status }) => status)).toEqual(["met", "open"])
    const told = await playTold(dropped.scenario, dropped.telling)
    expect(told.result).toMatchObject(dropped.ends)
    expect(told.result.requirements?.map(({ status }) => status)).toEqual(["met", "dropped", "met"])
  })
})
