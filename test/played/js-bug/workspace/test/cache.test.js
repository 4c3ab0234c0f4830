import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { HeftCache, byLength } from "../src/index.js"

function fakeClock(start = 0) {
  const clock = () => clock.now
  clock.now = start
  return clock
}

describe("HeftCache", () => {
  it("stores and gives values", () => {
    const cache = new HeftCache()
    assert.equal(cache.set("a", 1), true)
    assert.equal(cache.get("a"), 1)
    assert.equal(cache.get("b"), undefined)
    assert.equal(cache.size, 1)
    assert.equal(cache.weight, 1)
  })

  it("adds up the weights", () => {
    const cache = new HeftCache({ weigh: byLength })
    cache.set("a", "four")
    cache.set("b", "seven77")
    assert.equal(cache.weight, 11)
    cache.delete("a")
    assert.equal(cache.weight, 7)
    cache.clear()
    assert.equal(cache.weight, 0)
  })

  it("evicts the least recently used entries", () => {
    const cache = new HeftCache({ maxWeight: 10, weigh: byLength })
    cache.set("a", "xxxx")
    cache.set("b", "xxxx")
    cache.get("a")
    cache.set("c", "xxxx")
    assert.deepEqual([...cache].map(([key]) => key), ["a", "c"])
    assert.equal(cache.weight, 8)
  })

  it("does not mark an entry as used by peek", () => {
    const cache = new HeftCache({ maxWeight: 2 })
    cache.set("a", 1)
    cache.set("b", 2)
    cache.peek("a")
    cache.set("c", 3)
    assert.equal(cache.has("a"), false)
    assert.equal(cache.has("b"), true)
  })

  it("replaces a value and its weight", () => {
    const removed = []
    const cache = new HeftCache({ weigh: byLength, onRemove: (...args) => removed.push(args) })
    cache.set("a", "long value")
    cache.set("a", "short")
    assert.equal(cache.weight, 5)
    assert.deepEqual(removed, [["a", "long value", "replaced"]])
  })

  it("does not store what is too heavy", () => {
    const cache = new HeftCache({ maxWeight: 3, weigh: byLength })
    cache.set("a", "abc")
    assert.equal(cache.set("a", "abcd"), false)
    assert.equal(cache.has("a"), false)
    assert.equal(cache.weight, 0)
  })

  it("forgets expired entries", () => {
    const clock = fakeClock()
    const cache = new HeftCache({ ttl: 100, clock })
    cache.set("a", 1)
    cache.set("b", 2, { ttl: 500 })
    clock.now = 100
    assert.equal(cache.get("a"), undefined)
    assert.equal(cache.get("b"), 2)
    assert.equal(cache.weight, 1)
  })

  it("prunes", () => {
    const clock = fakeClock()
    const reasons = []
    const cache = new HeftCache({ ttl: 100, clock, weigh: byLength, onRemove: (key, value, reason) => reasons.push(reason) })
    cache.set("a", "one")
    cache.set("b", "two")
    clock.now = 60
    cache.set("c", "three")
    clock.now = 120
    assert.equal(cache.prune(), 2)
    assert.equal(cache.weight, 5)
    assert.deepEqual(reasons, ["expired", "expired"])
  })

  it("refuses weights that make no sense", () => {
    const cache = new HeftCache({ weigh: () => -1 })
    assert.throws(() => cache.set("a", 1), /weigh gave -1 for the key a/)
    assert.throws(() => new HeftCache({ maxWeight: 0 }), RangeError)
  })
})
