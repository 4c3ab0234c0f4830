import assert from "node:assert/strict"
import { test } from "node:test"
import { allocate } from "../src/index.js"

test("even shares", () => {
  assert.deepEqual(allocate(900, [1, 1, 1]), [300, 300, 300])
  assert.deepEqual(allocate(1000, [1, 1, 1]), [334, 333, 333])
})

test("the largest fraction first", () => {
  assert.deepEqual(allocate(100, [1, 2, 4]), [14, 29, 57])
  assert.deepEqual(allocate(5, [3, 7, 0]), [2, 3, 0])
})

test("refunds are split like charges", () => {
  assert.deepEqual(allocate(-1000, [1, 1, 1]), [-334, -333, -333])
  assert.deepEqual(allocate(-100, [1, 2, 4]), [-14, -29, -57])
})

test("bad shares", () => {
  assert.throws(() => allocate(100, [0, 0]), RangeError)
  assert.throws(() => allocate(100, [2, -1]), RangeError)
  assert.throws(() => allocate(1.5, [1]), TypeError)
})
