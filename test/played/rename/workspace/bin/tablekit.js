#!/usr/bin/env node
import { readFileSync } from "node:fs"
import { loadTable, runPipeline } from "../src/index.js"

const [file, pipeline] = process.argv.slice(2)
if (file === undefined) {
  console.error("usage: tablekit FILE [PIPELINE.json]")
  process.exit(2)
}
const text = readFileSync(file, "utf8")
const table = pipeline === undefined ? loadTable(text) : runPipeline(text, JSON.parse(readFileSync(pipeline, "utf8")))
for (const row of [table.columns, ...table.rows]) console.log(row.join("\t"))
