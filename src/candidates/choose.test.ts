import { expect, it } from "vitest"
import { bestOf, type CandidateStanding } from "./choose.ts"

const standing = (more: Partial<CandidateStanding>): { readonly standing: CandidateStanding } => ({
  standing: {
    outcome: "done",
    isVerified: false,
    newFailures: 0,
    openRequirements: 0,
    changedLines: 10,
    changedFiles: 1,
    ...more,
  },
})

it.each([
  ["what is proven, however much it changed", { isVerified: true, changedLines: 900 }, {}],
  ["fewer new failures, even of one that is not done", { outcome: "incomplete" }, { newFailures: 1 }],
  ["fewer open requirements", { openRequirements: 1 }, { openRequirements: 2, changedLines: 1 }],
  ["one that says it is done", {}, { outcome: "failed" }],
  ["the smaller change", { changedLines: 3 }, { changedLines: 4 }],
])("chooses %s", (_why, better, worse) => {
  const [one, other] = [standing(better), standing(worse)]
  expect(bestOf([one, other])).toBe(one)
  expect(bestOf([other, one])).toBe(one)
})

it("takes the first of equals, and none of nothing", () => {
  const [one, other] = [standing({}), standing({})]
  expect(bestOf([one, other])).toBe(one)
  expect(bestOf([])).toBeUndefined()
})
