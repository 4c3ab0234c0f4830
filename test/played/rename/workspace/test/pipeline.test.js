import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { describe, it } from "node:test"
import { runPipeline } from "../src/index.js"

describe("runPipeline", () => {
  it("runs the example", () => {
    const steps = JSON.parse(readFileSync(new URL("../examples/orders.pipeline.json", import.meta.url)))
    assert.deepEqual(runPipeline("customer;amount\nKrall;20\nJoshi;3\n", steps), {
      columns: ["amount", "customer"],
      rows: [["3", "Joshi"], ["20", "Krall"]],
    })
  })

  it("takes lines", () => {
    assert.deepEqual(runPipeline("b\na", [["load:lines"], ["shape:sort", { column: "line" }]]).rows, [["a"], ["b"]])
  })

  it("refuses unknown steps", () => {
    for (const name of ["load:nothing", "save:table", "load", "constructor:name"]) {
      assert.throws(() => runPipeline("a", [[name]]), /unknown step/)
    }
  })
})
