#!/bin/bash
# hidden test of js-bug: run in the finished workspace
unset NODE_TEST_CONTEXT NODE_OPTIONS MAKEFLAGS MAKELEVEL PYTHONPATH; export PYTHONDONTWRITEBYTECODE=1
W=$PWD; T=$(mktemp -d); trap 'rm -rf "$T"' EXIT; BAD=0
bad() { echo "NOT RIGHT: $*"; BAD=1; }
note() { echo "NOTE: $*"; }
# copy NAME: a copy of the finished workspace (without .git) as $T/NAME
copy() { mkdir -p "$T/$1"; cp -a "$W/." "$T/$1/"; rm -rf "$T/$1/.git"; find "$T/$1" -name __pycache__ -type d -prune -exec rm -rf {} +; }
# quiet FOLDER COMMAND...: run it there, output to $T/out, with a time limit
quiet() { local d=$1; shift; (cd "$T/$d" && timeout ${LIMIT:-90} "$@") > "$T/out" 2>&1 < /dev/null; }
red() { grep -E '^ *not ok|^(FAIL|ERROR): |^[A-Za-z]*Error' "$T/out" | head -15 | grep . || tail -15 "$T/out"; }
finish() { [ $BAD = 0 ] && echo "RIGHT"; exit $BAD; }
original_source() {
  mkdir -p "$1/src"
  cat > "$1/src/cache.js" <<'ORIGINAL_FILE_END'
import { byCount } from "./weighers.js"

/**
 * A cache that is limited by the total weight of its entries.
 * The Map keeps the entries in order of use: the first one is the oldest.
 */
export class HeftCache {
  #entries = new Map()
  #weight = 0
  #maxWeight
  #ttl
  #weigh
  #onRemove
  #clock

  constructor({ maxWeight = Infinity, ttl = Infinity, weigh = byCount, onRemove, clock = Date.now } = {}) {
    if (!(maxWeight > 0)) throw new RangeError("maxWeight must be above 0")
    if (!(ttl > 0)) throw new RangeError("ttl must be above 0")
    this.#maxWeight = maxWeight
    this.#ttl = ttl
    this.#weigh = weigh
    this.#onRemove = onRemove
    this.#clock = clock
  }

  get size() {
    return this.#entries.size
  }

  get weight() {
    return this.#weight
  }

  set(key, value, { ttl = this.#ttl } = {}) {
    const weight = this.#measure(key, value)
    if (weight > this.#maxWeight) {
      this.delete(key)
      return false
    }
    this.#remove(key, "replaced")
    this.#entries.set(key, { value, expires: this.#clock() + ttl })
    this.#weight += weight
    this.#shrink()
    return true
  }

  get(key) {
    const entry = this.#live(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  peek(key) {
    return this.#live(key)?.value
  }

  has(key) {
    return this.#live(key) !== undefined
  }

  delete(key) {
    if (!this.has(key)) return false
    return this.#remove(key, "deleted")
  }

  clear() {
    const old = [...this.#entries]
    this.#entries.clear()
    this.#weight = 0
    for (const [key, entry] of old) this.#onRemove?.(key, entry.value, "cleared")
  }

  /** Remove the entries whose time is over; gives their number. */
  prune() {
    const now = this.#clock()
    let removed = 0
    for (const [key, entry] of this.#entries) {
      if (entry.expires <= now && this.#remove(key, "expired")) removed++
    }
    return removed
  }

  *entries() {
    const now = this.#clock()
    for (const [key, entry] of this.#entries) {
      if (entry.expires > now) yield [key, entry.value]
    }
  }

  [Symbol.iterator]() {
    return this.entries()
  }

  #live(key) {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.expires <= this.#clock()) {
      this.#remove(key, "expired")
      return undefined
    }
    return entry
  }

  #measure(key, value) {
    const weight = this.#weigh(value, key)
    if (typeof weight !== "number" || !(weight >= 0)) {
      throw new TypeError(`weigh gave ${String(weight)} for the key ${String(key)}`)
    }
    return weight
  }

  #remove(key, reason) {
    const entry = this.#entries.get(key)
    if (entry === undefined) return false
    this.#entries.delete(key)
    this.#weight -= this.#measure(key, entry.value)
    this.#onRemove?.(key, entry.value, reason)
    return true
  }

  #shrink() {
    for (const key of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight) return
      this.#remove(key, "evicted")
    }
  }
}
ORIGINAL_FILE_END
}
original_tests() {
  mkdir -p "$1/test"
  cat > "$1/test/cache.test.js" <<'ORIGINAL_FILE_END'
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
ORIGINAL_FILE_END
  mkdir -p "$1/test"
  cat > "$1/test/memoize.test.js" <<'ORIGINAL_FILE_END'
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
ORIGINAL_FILE_END
  mkdir -p "$1/test"
  cat > "$1/test/weighers.test.js" <<'ORIGINAL_FILE_END'
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
ORIGINAL_FILE_END
}

copy behaviour; original_tests "$T/behaviour"
quiet behaviour node --test test/cache.test.js test/memoize.test.js test/weighers.test.js || { bad "the original tests fail:"; red; }
cat > "$T/behaviour/hidden-check.mjs" <<'CHECK_END'
import assert from "node:assert/strict"
import { HeftCache, byLength, memoize } from "./src/index.js"
let failed = 0
function check(name, fn) { try { fn() } catch (error) { failed++; console.log(`- ${name}: ${error.message.split("\n").slice(0, 6).join(" | ")}`) } }
const make = (more = {}) => new HeftCache({ weigh: byLength, maxWeight: 50, ...more })
check("delete after growing", () => { const c = make(), v = [1]; c.set("a", v); v.push(2, 3, 4); c.delete("a"); assert.equal(c.weight, 0); assert.equal(c.size, 0) })
check("delete after shrinking", () => { const c = make(), v = [1, 2, 3]; c.set("a", v); v.length = 0; c.delete("a"); assert.equal(c.weight, 0) })
check("replace by another value", () => { const c = make(), v = [1]; c.set("a", v); v.push(2, 3, 4); c.set("a", [1, 2]); assert.equal(c.weight, 2) })
check("set the same grown value again", () => { const c = make(), v = [1]; c.set("a", v); v.push(2, 3, 4); c.set("a", v); assert.equal(c.weight, 4); c.delete("a"); assert.equal(c.weight, 0) })
check("expiry by get", () => { let now = 0; const c = make({ ttl: 10, clock: () => now }), v = [1]; c.set("a", v); c.set("b", [1, 2], { ttl: 99 }); v.push(2, 3, 4); now = 20; c.get("a"); assert.equal(c.weight, 2) })
check("expiry by prune", () => { let now = 0; const c = make({ ttl: 10, clock: () => now }), v = [1]; c.set("a", v); v.push(2, 3, 4); now = 20; assert.equal(c.prune(), 1); assert.equal(c.weight, 0) })
check("a used entry keeps its weight", () => { const c = make(), v = [1]; c.set("a", v); v.push(2, 3); c.get("a"); c.delete("a"); assert.equal(c.weight, 0) })
check("too heavy replacement", () => { const c = make({ maxWeight: 5 }), v = [1]; c.set("a", v); v.push(2, 3); assert.equal(c.set("a", [1, 2, 3, 4, 5, 6]), false); assert.equal(c.weight, 0) })
check("eviction and the limit over a long run", () => {
  const c = make({ maxWeight: 20 })
  for (let i = 0; i < 500; i++) {
    const v = Array(1 + (i % 4)).fill(0)
    c.set("k" + i, v)
    for (let j = 0; j < i % 7; j++) v.push(j)
    assert.ok(c.weight >= 0 && c.weight <= 20, `weight ${c.weight}`)
    assert.ok(c.size <= 20, `size ${c.size}`)
  }
})
check("weight is that of the time of setting", () => { const c = make(), v = [1]; c.set("a", v); v.push(2, 3); assert.equal(c.weight, 1) })
check("onRemove still gets key, value, reason", () => { const seen = []; const c = make({ onRemove: (...a) => seen.push(a) }), v = [1]; c.set("a", v); c.delete("a"); assert.deepEqual(seen, [["a", v, "deleted"]]) })
check("values come back as they were put", () => { const c = make(), v = [1]; c.set("a", v); assert.equal(c.get("a"), v); assert.equal(c.peek("a"), v); assert.deepEqual([...c], [["a", v]]) })
check("memoize", () => { const rows = memoize((n) => [n], { weigh: byLength, maxWeight: 3 }); for (let i = 0; i < 20; i++) rows(i).push(1, 2, 3); assert.ok(rows.cache.weight >= 0 && rows.cache.size <= 3) })
process.exit(failed ? 1 : 0)
CHECK_END
quiet behaviour node hidden-check.mjs || { bad "the behaviour is not right:"; cat "$T/out"; }

copy suite
quiet suite node --test || { bad "the finished test suite is not green:"; red; }
copy mutant; original_source "$T/mutant"
quiet mutant node --test && bad "the finished tests also pass with the original src/cache.js: none of them catches the bug"
node -e 'const p=require("./package.json");process.exit(p.scripts.test==="node --test"&&!p.dependencies&&!p.devDependencies?0:1)' || bad "package.json: test script or dependencies changed"
finish
