import { expect, it } from "vitest"
import { RateLimit } from "./rate-limit.ts"

it("lets a burst through, then one for each refill, and knows clients apart", () => {
  let now = 0
  const limit = new RateLimit({ burst: 2, refillMs: 1000 }, () => now)
  expect([limit.take("ada"), limit.take("ada"), limit.take("ada")]).toEqual([0, 0, 1000])
  expect(limit.take("ben")).toBe(0)
  now = 400
  expect(limit.take("ada")).toBe(600)
  now = 1000
  expect([limit.take("ada"), limit.take("ada")]).toEqual([0, 1000])
  now = 60_000
  expect([limit.take("ada"), limit.take("ada"), limit.take("ada")]).toEqual([0, 0, 1000])
})
