import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { loadLines, loadTable } from "../src/index.js"

describe("loadTable", () => {
  it("gives columns and rows", () => {
    assert.deepEqual(loadTable("a,b\n1,2\n"), { columns: ["a", "b"], rows: [["1", "2"]] })
  })

  it("has a separator", () => {
    assert.deepEqual(loadTable("a;b\n1,5;2", { separator: ";" }).rows, [["1,5", "2"]])
  })

  it("understands quotes", () => {
    assert.deepEqual(loadTable('a,b\n"x, ""y""",2').rows, [['x, "y"', "2"]])
  })

  it("fills short rows and refuses long ones", () => {
    assert.deepEqual(loadTable("a,b\n1").rows, [["1", ""]])
    assert.throws(() => loadTable("a,b\n1,2,3"), /row 1 is too long/)
    assert.throws(() => loadTable("\n"), RangeError)
  })
})

describe("loadLines", () => {
  it("gives one column", () => {
    assert.deepEqual(loadLines("x,y\n\nz\n"), { columns: ["line"], rows: [["x,y"], [""], ["z"]] })
  })
})
