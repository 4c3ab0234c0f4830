#!/usr/bin/env node
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { contents } from "../src/index.js"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: "string", default: "1" }, to: { type: "string", default: "6" } },
})
if (positionals.length !== 1) {
  console.error("usage: mdcontents FILE [--from LEVEL] [--to LEVEL]")
  process.exit(2)
}
console.log(contents(readFileSync(positionals[0], "utf8"), { from: Number(values.from), to: Number(values.to) }))
