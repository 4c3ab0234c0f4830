import { expect, test } from "vitest"
import { costOf, worstCost } from "./prices.ts"

const PRICE = { prompt: 2, completion: 10, cached: 0.5 }

test("cached tokens have their own price", () => {
  expect(costOf({ prompt: 1_000_000, completion: 100_000, cached: 400_000 }, PRICE)).toBeCloseTo(2.4, 10)
})

test("without one they cost as much as the others", () => {
  const price = { prompt: 2, completion: 10 }
  expect(costOf({ prompt: 1_000_000, completion: 0, cached: 400_000 }, price)).toBe(2)
})

test("more cached than sent is not a discount below the cached price", () => {
  expect(costOf({ prompt: 10, completion: 0, cached: 20 }, PRICE)).toBe(
    costOf({ prompt: 10, completion: 0, cached: 10 }, PRICE),
  )
})

test("an unknown price is unknown, a zero price is free", () => {
  expect(costOf({ prompt: 1, completion: 1, cached: 0 }, null)).toBeNull()
  expect(worstCost(1, 1, null)).toBeNull()
  expect(costOf({ prompt: 1, completion: 1, cached: 0 }, { prompt: 0, completion: 0 })).toBe(0)
})

test("the worst case has no cache and a full reply", () => {
  expect(worstCost(500_000, 4000, PRICE)).toBeCloseTo(1.04, 10)
})
