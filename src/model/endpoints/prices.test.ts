import { expect, test } from "vitest"
import { knownPrice } from "./price-table.ts"
import { costOf, findPrice, worstCost } from "./prices.ts"

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

test("list prices are found by name, also by a dated one, and never guessed", () => {
  expect(knownPrice("openai:gpt-5-mini")).toEqual({ prompt: 0.25, completion: 2, cached: 0.025 })
  expect(knownPrice("openai:gpt-5-mini-2025-08-07")).toEqual(knownPrice("openai-chat:gpt-5-mini"))
  expect(knownPrice("anthropic:claude-sonnet-4-5-20250929")).toEqual(knownPrice("anthropic:claude-sonnet-4-5"))
  for (const id of ["openai:gpt-5.9", "anthropic:claude-opus-5-5", "nobody:x", "openai-compatible:gpt-5", "x"]) {
    expect(knownPrice(id)).toBeNull()
  }
})

test("one's own machine is free, somebody's cloud is not", () => {
  expect(knownPrice("ollama:qwen3:8b")).toEqual({ prompt: 0, completion: 0 })
  expect(knownPrice("ollama:gpt-oss:120b-cloud")).toBeNull()
})

test("own prices win, with or without the provider", () => {
  expect(findPrice("openai:gpt-5", { "gpt-5": PRICE })).toEqual(PRICE)
  expect(findPrice("openai:gpt-5", { "openai:gpt-5": PRICE })).toEqual(PRICE)
  expect(findPrice("openai:gpt-5", {})).toEqual(knownPrice("openai:gpt-5"))
})
