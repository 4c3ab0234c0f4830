import { expect, test } from "vitest"
import { estimateTokens } from "./tokens.ts"

test.each([
  ["", 0],
  ["a", 1],
  ["a".repeat(400), 100],
  ["语".repeat(400), 300],
  ["ж".repeat(400), 200],
  ["🙂".repeat(4), 6],
])("%s", (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens)
})
