import { readFileSync } from "node:fs"
import type { Command } from "commander"
import { describe, expect, it } from "vitest"
import { buildProgram } from "../program.ts"
import { makeFlags } from "./later.ts"

const program = buildProgram("1")
const PAGES = ["docs/command-line.md", "docs/command-line.zh.md"]
/** A row that compares programs: the last cell is ours. */
const COMPARED = /^\|(?:[^|]*\|){3,}(?=[^|]*\|$)/gm

describe.each(PAGES)("%s", (page) => {
  const text = readFileSync(page, "utf8")
  const [, table = ""] = /```\n([\s\S]*?)```/.exec(text) ?? []

  it("lists every command of the program, and no other", () => {
    expect([...new Set(listed(table))].sort()).toEqual(program.commands.map((command) => command.name()).sort())
  })

  it("names only flags that some command has", () => {
    const known = new Set([...program.commands.flatMap(flagsOf), ...flagsOf(program)])
    const named = [...text.replaceAll(COMPARED, "").matchAll(/(?<![\w-])--[a-z][a-z-]+(?![\w*-])/g)].map(
      ([flag]) => flag,
    )
    expect([...new Set(named)].filter((flag) => !known.has(flag))).toEqual([])
  })
})

/** The commands of lines like `keelson runs · show RUN` and `keelson token, tenant`; a request alone is one of `run`, nothing one of `chat`. */
function listed(table: string): string[] {
  return table.split("\n").flatMap((line) => {
    // What it does stands behind this column, if not before.
    const [, words = ""] = /^keelson(.*?)(?: {2,}|$)/.exec(line.slice(0, 27)) ?? []
    if (!line.startsWith("keelson")) return []
    if (words.trim() === "") return ["chat"]
    if (words.trim().startsWith('"')) return ["run"]
    return words.split(/ · |, |、/).flatMap((part) => /^ ?([a-z]+)/.exec(part)?.[1] ?? [])
  })
}

function flagsOf(command: Command): string[] {
  makeFlags(command)
  return [...command.options.flatMap(({ long }) => long ?? []), "--help"].flatMap((long) => [
    long,
    // A flag that is on unless it is taken away has both ways.
    long.replace(/^--no-/, "--"),
  ])
}
