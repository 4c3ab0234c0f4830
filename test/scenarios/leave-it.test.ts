import { describe, expect, it } from "vitest"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { calls } from "../../src/testing/script-line.ts"
import { eventsOf } from "../guards/front-door.ts"
import { kept } from "./against-base-scenarios.ts"
import { CHEATS } from "./cheats.ts"
import type { Lines } from "./closing-voices.ts"
import type { Scenario } from "./play.ts"
import { BREAK, GREEN } from "./suite.ts"
import { playTold } from "./told-run.ts"

/* What the user says of something that was reported settles it: once the model has heard it. */

const done = (summary: string, settled: readonly string[] = []): ScriptLine => ({
  call: "task_done",
  input: { summary, missing: [], settled },
})
const LOOK: ScriptLine = { call: "list_files", input: {} }
const LEAVE = "Leave the test red, I am going to write it anew."

/** Breaks a test, and then does what these lines say. */
function broken(lines: Lines): Scenario {
  const scenarios = kept("a test is broken", GREEN, () => ({
    "turn-1/reply": calls([BREAK]),
    "turn-2/reply": done("Changed."),
    ...lines,
  }))
  return scenarios.react as Scenario
}

const NOT_MINE = { "closing-1/turn-1/reply": done("Changed.", ["a: it is not mine"]) }

describe("a failure of the run's own", () => {
  it("is settled by the user's word, which stands in the first line", async () => {
    const scenario = broken({
      "closing-1/turn-1/reply": LOOK,
      "closing-1/turn-2/reply": done("Changed.", ["a: it stays red, as you said"]),
    })
    const { result } = await playTold(scenario, { at: "closing-1/turn-1/reply", text: LEAVE })
    expect(result).toMatchObject({ outcome: "done", verified: false })
    expect(result.message).toMatch(/\*\*Outcome:\*\* done.*; test left as it is: Leave the test red/)
  })

  it("is settled by a word that comes too late for its closing, once the next one has heard it", async () => {
    const scenario = broken({ ...NOT_MINE, "closing-2/turn-1/reply": done("The test stays red, as you said.") })
    const { result, store } = await playTold(scenario, { at: "closing-1/turn-1/reply", text: LEAVE })
    const rulings = await eventsOf(store, "gate.ruled")
    // What nobody has heard settles nothing yet.
    expect(rulings.map(({ settled }) => settled.map(({ about, by }) => `${about} ${by}`))).toEqual([
      [],
      [],
      ["check:test user"],
    ])
    expect(result).toMatchObject({ outcome: "done", verified: false })
  })

  it("is not settled by what was said before anything was reported", async () => {
    const { result } = await playTold(broken(NOT_MINE), { at: "turn-1/reply", text: "Mind the cat." })
    expect(result).toMatchObject({ outcome: "failed", reason: "checks fail: test" })
  })
})

describe("a requirement", () => {
  it("is dropped by the user's word, and by nobody else's", async () => {
    const model = CHEATS["drops a requirement"]?.scenarios.phased as Scenario
    const alone = await playTold(model)
    expect(alone.result).toMatchObject({ outcome: "incomplete", reason: "2 write b.txt" })
    expect(alone.result.requirements?.map(({ status }) => status)).toEqual(["met", "open"])
    const told = await playTold(model, { at: "closing-1/answer/try-1", text: "Leave b.txt out after all." })
    expect(told.result.outcome).toBe("done")
    expect(told.result.requirements?.map(({ status }) => status)).toEqual(["met", "dropped", "met"])
  })
})
