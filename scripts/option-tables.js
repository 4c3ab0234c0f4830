// The tables of options and limits in docs/configuration.md, made of what is declared in src/options.
// `node scripts/option-tables.js` writes them; `npm run check` says when they are stale.
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { LIMITS } from "../src/options/declared/limits.ts"
import { typedFlag } from "../src/options/flag-name.ts"
import { RUN_OPTIONS } from "../src/options/run-options.ts"
import { valuesOf } from "../src/options/shape.ts"

const DOCUMENT = fileURLToPath(new URL("../docs/configuration.md", import.meta.url))

/** What a workspace's own file may do, in a word. */
const PROJECT = {
  wins: "yes",
  "wins by entry": "yes",
  yields: "where you set none",
  "yields by entry": "where you set none",
  stricter: "only stricter",
  never: "no",
}

export function optionTable(options = RUN_OPTIONS) {
  const rows = Object.entries(options).map(([name, option]) => [
    `\`${name}\``,
    option.docs.unsaid ?? (option.default === undefined ? "–" : `\`${shown(option.default)}\``),
    option.docs.meaning.replace("{values}", code(valuesOf(option.shape))),
    option.docs.project ?? PROJECT[option.project],
    code((option.flags ?? []).map((flag) => typedFlag(flag.name))),
    option.http ? "yes" : "",
  ])
  return table(["key", "default", "meaning", "in a workspace", "flag", "over HTTP"], rows)
}

export function limitTable(limits = LIMITS) {
  const rows = Object.entries(limits).map(([name, limit]) => [
    `\`${name}\``,
    limit.default === null ? "`null`" : limit.default.toLocaleString("en"),
    limit.meaning,
    code(limit.flag ? [typedFlag(limit.flag.name)] : []),
  ])
  return table(["limit", "default", "meaning", "flag"], rows)
}

/** The document with the tables as they should be. */
export function withTables(text) {
  return between(between(text, "options", optionTable()), "limits", limitTable())
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

if (import.meta.main) writeFileSync(DOCUMENT, withTables(document()))
