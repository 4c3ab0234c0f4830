import assert from "node:assert/strict"
import { test } from "node:test"
import { formatAmount, parseAmount } from "../src/index.js"

test("amounts with two decimals", () => {
  assert.equal(parseAmount("12.34"), 1234)
  assert.equal(parseAmount("-0,99"), -99)
  assert.equal(parseAmount("1.234,50"), 123450)
  assert.equal(parseAmount("1'234'567.05"), 123456705)
})

test("amounts without decimals", () => {
  assert.equal(parseAmount("12"), 1200)
  assert.equal(parseAmount("1,234"), 123400)
  assert.equal(parseAmount("0"), 0)
})

test("amounts with one decimal", () => {
  assert.equal(parseAmount("1,234.5"), 123450)
  assert.equal(parseAmount("0.5"), 50)
})

test("what is not an amount", () => {
  for (const text of ["", "abc", "1.", "1.2.3", "12.345,6,7"]) assert.throws(() => parseAmount(text), SyntaxError, text)
})

test("printing amounts", () => {
  assert.equal(formatAmount(123456705), "1,234,567.05")
  assert.equal(formatAmount(-5), "-0.05")
})
