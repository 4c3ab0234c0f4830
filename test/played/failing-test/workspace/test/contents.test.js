import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { contents } from "../src/index.js"

describe("contents", () => {
  const text = "# Guide\n## Setup\n### Linux\n## Use [beta]\n"

  it("makes a nested list", () => {
    assert.equal(contents(text), "- [Guide](#guide)\n  - [Setup](#setup)\n    - [Linux](#linux)\n  - [Use \\[beta\\]](#use-beta)")
  })

  it("takes only some levels", () => {
    assert.equal(contents(text, { from: 2, to: 2 }), "- [Setup](#setup)\n- [Use \\[beta\\]](#use-beta)")
  })

  it("of nothing", () => assert.equal(contents("no headings"), ""))
})
