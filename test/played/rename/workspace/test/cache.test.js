import assert from "node:assert/strict"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, describe, it } from "node:test"
import { loadTable, preloadTable } from "../src/index.js"

describe("preloadTable", () => {
  let home, file, folder
  before(async () => {
    home = await mkdtemp(join(tmpdir(), "tablekit-"))
    file = join(home, "data.csv")
    folder = join(home, "cache")
    await writeFile(file, "a,b\n1,2\n")
  })
  after(() => rm(home, { recursive: true }))

  it("gives what loadTable gives, and saves it", async () => {
    assert.deepEqual(await preloadTable(file, { folder }), loadTable("a,b\n1,2\n"))
    assert.deepEqual(await readdir(folder), ["data.csv.json"])
  })

  it("takes the saved table", async () => {
    const saved = join(folder, "data.csv.json")
    const entry = JSON.parse(await readFile(saved, "utf8"))
    entry.table.rows = [["from", "cache"]]
    await writeFile(saved, JSON.stringify(entry))
    assert.deepEqual((await preloadTable(file, { folder })).rows, [["from", "cache"]])
  })

  it("notices a changed file and other options", async () => {
    await writeFile(file, "a,b\n3,4\n")
    assert.deepEqual((await preloadTable(file, { folder })).rows, [["3", "4"]])
    assert.deepEqual((await preloadTable(file, { folder, separator: ";" })).rows, [["3,4"]])
  })
})
