import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { byLength, memoize } from "../src/index.js"

describe("memoize", () => {
  it("calls the function once per argument", () => {
    let calls = 0
    const double = memoize((n) => (calls++, n * 2))
    assert.equal(double(2), 4)
    assert.equal(double(2), 4)
    assert.equal(double(3), 6)
    assert.equal(calls, 2)
  })

  it("keeps to the weight limit", () => {
    const repeat = memoize((n) => "x".repeat(n), { maxWeight: 5, weigh: byLength })
    repeat(3)
    repeat(2)
    repeat(4)
    assert.equal(repeat.cache.weight, 4)
  })

  it("forgets rejected promises", async () => {
    let calls = 0
    const flaky = memoize(async () => {
      if (calls++ === 0) throw new Error("first one fails")
      return "fine"
    })
    await assert.rejects(flaky("a"), /first one fails/)
    assert.equal(await flaky("a"), "fine")
  })
})
