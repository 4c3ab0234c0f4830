import assert from "node:assert/strict"
import { test } from "node:test"
import { label } from "../src/index.js"

test("address lines without the empty ones", () => {
  assert.deepEqual(label({ name: "Ada Krall", company: "", street: "Am Kai 3", postcode: "20457", city: "Hamburg", country: "de" }), [
    "Ada Krall",
    "Am Kai 3",
    "20457 Hamburg",
    "DE",
  ])
})

test("long lines are cut", () => {
  const [name] = label({ name: "x".repeat(40), street: "a", postcode: "1", city: "b", country: "fr" })
  assert.equal(name.length, 32)
  assert.ok(name.endsWith("…"))
})
