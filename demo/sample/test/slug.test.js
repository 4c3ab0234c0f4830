import assert from "node:assert/strict"
import { test } from "node:test"
import { slug } from "../src/slug.js"

test("two words", () => {
  assert.equal(slug("Hello World"), "hello-world")
})

test("many words and punctuation", () => {
  assert.equal(slug("Hello, brave new World"), "hello-brave-new-world")
})

test("nothing left over at the ends", () => {
  assert.equal(slug("  What now?  "), "what-now")
})
