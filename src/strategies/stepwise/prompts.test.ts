import { describe, expect, it } from "vitest"
import { replan, startStep } from "./prompts.ts"

describe("startStep", () => {
  const step = {
    id: 4,
    description: "Write it down",
    dependencies: [],
    tools: ["a", "b"],
    done_when: "it stands there",
  }

  it("says what was left out, what is allowed, what was done, what is to do", () => {
    const text = startStep({
      step,
      earlier: [{ id: 2, summary: "found" }],
      dropped: ["polish"],
      rules: "Commands may only read.",
      calls: 8,
    })
    expect(text.split("\n").slice(0, 6)).toEqual([
      "The plan was too long and was cut. Left out: polish",
      "Commands may only read.",
      "Done in step 2: found",
      "Now step 4: Write it down",
      "Done when: it stands there",
      "Expected tools: a, b. At most 8 tool calls.",
    ])
  })

  it("says nothing of what is not there", () => {
    expect(startStep({ step, earlier: [], dropped: [], rules: "", calls: 1 })).toMatch(/^Now step 4/)
  })
})

describe("replan", () => {
  it("has no numbers to keep clear of where nothing is done", () => {
    expect(replan({ done: [], reason: "step 1 failed: no network", most: 5 })).toBe(
      "The plan can't continue: step 1 failed: no network\nDue: plan_steps for the rest of the work, in a different way, with at most 5 steps.",
    )
  })
})
