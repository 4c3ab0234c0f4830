import { expect, test } from "vitest"
import { priceOf, unpriced } from "./price.ts"

const prices = {
  m: { prompt: 1, completion: 2 },
  "openai-compatible:n": { prompt: 3, completion: 1, cached: 0.5 },
}

test("one's own price is found with and without the provider, and wins over the list", () => {
  expect(priceOf({ prices }, ["openai-compatible:m"])).toEqual({ prompt: 1, completion: 2 })
  expect(priceOf({ prices }, ["openai-compatible:n"])).toEqual(prices["openai-compatible:n"])
  expect(priceOf({ prices: { "gpt-5": { prompt: 9, completion: 9 } } }, ["openai:gpt-5"])).toMatchObject({ prompt: 9 })
  expect(priceOf({ prices: {} }, ["openai:gpt-5"])).toMatchObject({ prompt: expect.any(Number) })
  expect(priceOf({ prices: {} }, ["ollama:any"])).toEqual({ prompt: 0, completion: 0 })
})

test("of several models each figure is the dearest one's; one that is unknown makes all unknown", () => {
  const both = ["openai-compatible:m", "openai-compatible:n"]
  expect(priceOf({ prices }, both)).toEqual({ prompt: 3, completion: 2, cached: 1 })
  expect(priceOf({ prices }, [...both, "x:unknown"])).toBeNull()
  expect(unpriced({ prices }, [...both, "x:unknown"])).toEqual(["x:unknown"])
})
