import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { headings } from "../src/index.js"

describe("headings", () => {
  it("finds level, title and slug", () => {
    assert.deepEqual(headings("# One\ntext\n### Three ###\n"), [
      { level: 1, title: "One", slug: "one" },
      { level: 3, title: "Three", slug: "three" },
    ])
  })

  it("skips code", () => {
    assert.deepEqual(headings("```sh\n# comment\n```\n# Real\n").map(({ title }) => title), ["Real"])
  })

  it("takes the Markdown out of titles", () => {
    const [{ title, slug }] = headings("## The `run` command, see [docs](x.md)")
    assert.equal(title, "The run command, see docs")
    assert.equal(slug, "the-run-command-see-docs")
  })

  it("needs a space after the marks", () => {
    assert.deepEqual(headings("#hashtag"), [])
  })
})
