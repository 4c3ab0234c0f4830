import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { Slugger, slugOf } from "../src/index.js"

describe("slugOf", () => {
  it("lowers and joins", () => assert.equal(slugOf("From JavaScript"), "from-javascript"))
  it("drops punctuation", () => assert.equal(slugOf("What's new (v2.0)?"), "whats-new-v20"))
  it("keeps letters of all scripts", () => assert.equal(slugOf("Größe & 長さ"), "größe--長さ"))
})

describe("Slugger", () => {
  it("gives the plain slug first", () => {
    assert.equal(new Slugger().slug("Fixes"), "fixes")
  })

  it("numbers titles that come again", () => {
    const slugger = new Slugger()
    assert.deepEqual(["Fixes", "Other", "Fixes", "fixes!"].map((title) => slugger.slug(title)), [
      "fixes",
      "other",
      "fixes-1",
      "fixes-2",
    ])
  })
})
