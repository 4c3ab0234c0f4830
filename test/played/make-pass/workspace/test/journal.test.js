import assert from "node:assert/strict"
import { test } from "node:test"
import { parseBooking } from "../src/index.js"

test("a booking", () => {
  assert.deepEqual(parseBooking("2023-02-06 | 3 | 1,299.00 | coffee machine"), {
    day: "2023-02-06",
    till: 3,
    cents: 129900,
    text: "coffee machine",
    period: "2023-W02",
  })
})

test("a broken line", () => {
  assert.throws(() => parseBooking("2023-02-06 | 3 | 1,299.00"), SyntaxError)
})
