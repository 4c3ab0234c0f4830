import assert from "node:assert/strict"
import { test } from "node:test"
import { fiscalYear, weekOfFiscalYear, weeksInFiscalYear } from "../src/index.js"

test("the fiscal year of a day", () => {
  assert.equal(fiscalYear("2022-06-15"), 2022)
  assert.equal(fiscalYear("2023-01-28"), 2022)
  assert.equal(fiscalYear("2023-01-29"), 2023)
})

test("week 53 of 2023 ends on 3 February 2024", () => {
  assert.equal(fiscalYear("2024-02-03"), 2023)
  assert.equal(weekOfFiscalYear("2024-02-03"), 53)
  assert.equal(fiscalYear("2024-02-04"), 2024)
  assert.equal(weekOfFiscalYear("2024-02-04"), 1)
})

test("most years have 52 weeks", () => {
  assert.equal(weeksInFiscalYear(2021), 52)
  assert.equal(weeksInFiscalYear(2022), 52)
})

test("weeks begin on Sunday", () => {
  assert.equal(weekOfFiscalYear("2023-02-04"), 1)
  assert.equal(weekOfFiscalYear("2023-02-05"), 2)
})

test("what is not a day", () => {
  assert.throws(() => fiscalYear("2024-2-3"), RangeError)
  assert.throws(() => fiscalYear("2024-13-01"), RangeError)
})
