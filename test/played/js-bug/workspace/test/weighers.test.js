import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { byCount, byJson, byLength } from "../src/index.js"

describe("weighers", () => {
  it("byCount", () => assert.equal(byCount("anything"), 1))

  it("byLength", () => {
    assert.equal(byLength("four"), 4)
    assert.equal(byLength([1, 2]), 2)
    assert.equal(byLength(new Set([1, 2, 3])), 3)
    assert.equal(byLength(42), 1)
    assert.equal(byLength(null), 1)
  })

  it("byJson", () => {
    assert.equal(byJson({ a: 1 }), 7)
    assert.equal(byJson(undefined), 1)
  })
})
