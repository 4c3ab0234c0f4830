import assert from "node:assert/strict"
import { test } from "node:test"
import { quote } from "../src/index.js"

const small = { country: "DE", weight: 1.2, sides: [30, 20, 10] }

test("a small parcel at home", () => {
  assert.deepEqual(quote(small), { freight: 510, discount: 0, surcharges: [], total: 510 })
})

test("volume weight counts if it is larger", () => {
  assert.equal(quote({ country: "FR", weight: 2, sides: [60, 50, 40] }).freight, 790 + 24 * 140)
})

test("unknown countries are in zone 4", () => {
  assert.equal(quote({ ...small, country: "NZ" }).total, 1990 + 2 * 520)
})

test("contract customers get 12 % off the freight, rounded down", () => {
  assert.deepEqual(quote({ ...small, weight: 3.5 }, { contract: true }), {
    freight: 630,
    discount: 75,
    surcharges: [],
    total: 555,
  })
})

test("bulky parcels cost more, without discount", () => {
  assert.deepEqual(quote({ country: "DE", weight: 4, sides: [121, 10, 10] }, { contract: true }), {
    freight: 630,
    discount: 75,
    surcharges: [{ name: "bulky", amount: 1500 }],
    total: 2055,
  })
})

test("a parcel has a weight", () => {
  assert.throws(() => quote({ ...small, weight: 0 }), RangeError)
})
