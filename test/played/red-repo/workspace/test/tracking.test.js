import assert from "node:assert/strict"
import { test } from "node:test"
import { isTrackingNumber } from "../src/index.js"

test("good tracking numbers", () => {
  assert.equal(isTrackingNumber("RR473124829DE"), true)
  assert.equal(isTrackingNumber("RR 473 124 829 DE"), true)
})

test("wrong check digit", () => {
  assert.equal(isTrackingNumber("RR473124828DE"), false)
})

test("check digits 0 and 5 for the remainders 1 and 0", () => {
  assert.equal(isTrackingNumber("RB000000080FR"), true)
  assert.equal(isTrackingNumber("RB000000155FR"), true)
})
