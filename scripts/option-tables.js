// The tables of options and limits in docs/configuration.md and its Chinese twin, made of what is declared in src/options.
// `node scripts/option-tables.js` writes them, and so does `npm run docs`; `npm run check` says when the English ones are stale.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { LIMITS } from "../src/options/declared/limits.ts"
import { typedFlag } from "../src/options/flag-name.ts"
import { RUN_OPTIONS } from "../src/options/run-options.ts"
import { valuesOf } from "../src/options/shape.ts"
import * as zh from "./docs/option-words.zh.js"

const DOCUMENT = fileURLToPath(new URL("../docs/configuration.md", import.meta.url))
const CHINESE_DOCUMENT = DOCUMENT.replace(/\.md$/, ".zh.md")

/** What a workspace's own file may do, in a word. */
const PROJECT = {
  wins: "yes",
  "wins by entry": "yes",
  yields: "where you set none",
  "yields by entry": "where you set none",
  stricter: "only stricter",
  narrows: "only fewer",
  adds: "on top of yours",
  never: "no",
}

const ENGLISH = {
  heads: {
    options: ["key", "default", "meaning", "in a workspace", "flag", "over HTTP"],
    limits: ["limit", "default", "meaning", "flag"],
    yes: "yes",
  },
  project: PROJECT,
  option: () => ({}),
  limit: () => undefined,
}

const CHINESE = {
  heads: zh.HEADS,
  project: zh.PROJECT,
  option: (name) => zh.OPTIONS[name] ?? {},
  limit: (name) => zh.LIMITS[name],
}

export function optionTable(options = RUN_OPTIONS, words = ENGLISH) {
  const rows = Object.entries(options).map(([name, option]) => {
    const docs = { ...option.docs, ...words.option(name) }
    return [
      `\`${name}\``,
      docs.unsaid ?? (option.default === undefined ? "–" : `\`${shown(option.default)}\``),
      docs.meaning.replace("{values}", code(valuesOf(option.shape))),
      docs.project ?? words.project[option.project],
      code([...new Set((option.flags ?? []).map((flag) => typedFlag(flag.name)))]),
      option.http ? words.heads.yes : "",
    ]
  })
  return table(words.heads.options, rows)
}

export function limitTable(limits = LIMITS, words = ENGLISH) {
  const rows = Object.entries(limits).map(([name, limit]) => [
    `\`${name}\``,
    limit.default === null ? "`null`" : limit.default.toLocaleString("en"),
    words.limit(name) ?? limit.meaning,
    code(limit.flag ? [typedFlag(limit.flag.name)] : []),
  ])
  return table(words.heads.limits, rows)
}

/** The document with the tables as they should be. */
export function withTables(text, words = ENGLISH) {
  return between(between(text, "options", optionTable(undefined, words)), "limits", limitTable(undefined, words))
}

/** Writes them anew in both languages. */
export function writeTables() {
  writeFileSync(DOCUMENT, withTables(document()))
  if (existsSync(CHINESE_DOCUMENT)) {
    writeFileSync(CHINESE_DOCUMENT, withTables(readFileSync(CHINESE_DOCUMENT, "utf8"), CHINESE))
  }
}

export function document() {
  return readFileSync(DOCUMENT, "utf8")
}

function shown(value) {
  if (typeof value === "string") return value
  return JSON.stringify(value).replace(/^\{("\w+"):(.*)\}$/, "{ $1: $2 }")
}

function code(words) {
  return words.map((word) => `\`${word}\``).join(", ")
}

function table(head, rows) {
  const line = (cells) => `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n")
}

function between(text, name, inner) {
  const [begin, end] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`]
  return `${text.slice(0, text.indexOf(begin) + begin.length)}${inner}${text.slice(text.indexOf(end))}`
}

if (import.meta.main) writeTables()
