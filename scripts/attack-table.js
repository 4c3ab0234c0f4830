// The table of attacks in docs/security.md: how often each was tried and how often it held, from the tests' own reports.
import { readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { root } from "./bootstrap.js"

const DOCUMENT = join(root, "docs", "security.md")
const [BEGIN, END] = ["<!-- attacks -->\n", "<!-- end of attacks -->"]
const HEAD = "| area | attack | tried | held, as root | held, as an ordinary user |\n|---|---|--:|--:|--:|\n"

/** Browser tests stand with the console's; this marks those that are attacks. */
export const MARK = "attack: "

/** One row for each class of attacks; a column for who tried is empty where nobody of that kind did. */
export function attackTable({ asRoot, asUser }) {
  const rows = new Map()
  for (const [column, report] of Object.entries({ asRoot, asUser }))
    for (const [row, figures] of classesIn(report)) rows.set(row, { ...rows.get(row), [column]: figures })
  const lines = [...rows.entries()].sort(([a], [b]) => a.localeCompare(b)).map(line)
  return [HEAD + lines.join("\n"), line(["**all** | ", totalOf([...rows.values()])])].join("\n")
}

function totalOf(rows) {
  const columns = ["asRoot", "asUser"].map((column) => [column, rows.flatMap((row) => row[column] ?? [])])
  const add = (figures, name) => figures.reduce((total, figure) => total + figure[name], 0)
  const sums = columns.map(([column, figures]) => [
    column,
    figures.length === 0 ? undefined : { tried: add(figures, "tried"), held: add(figures, "held") },
  ])
  return Object.fromEntries(sums)
}

function line([row, { asRoot, asUser }]) {
  const tried = (asRoot ?? asUser).tried
  return `| ${row} | ${tried} | ${asRoot?.held ?? "–"} | ${asUser?.held ?? "–"} |`
}

function classesIn(report) {
  const found = new Map()
  for (const file of report?.testResults ?? [])
    for (const { ancestorTitles, status } of file.assertionResults) {
      const name = classOf(file.name, ancestorTitles[0])
      if (name === undefined) continue
      const { tried, held } = found.get(name) ?? { tried: 0, held: 0 }
      found.set(name, { tried: tried + 1, held: held + (status === "passed" ? 1 : 0) })
    }
  return found
}

function classOf(file, title = "others") {
  const area = basename(file, ".test.ts")
    .replace(/^attack-/, "console-")
    .replaceAll("-", " ")
  if (file.includes("/test/attacks/")) return `${area} | ${title.replace(MARK, "")}`
  return title.startsWith(MARK) ? `${area} | ${title.slice(MARK.length)}` : undefined
}

/**
 * Rows in which the document differs from what was seen. Where a sample was played, a row may say more than was tried, and none may
 * be missing.
 */
export function differences(reports, isWhole) {
  const [seen, written] = [attackTable(reports), writtenTable()].map(figuresIn)
  const isSame = isWhole ? isEqual : isPartOf
  const rows = [...new Set([...seen.keys(), ...written.keys()])]
  return rows
    .filter((row) => !isSame(seen.get(row) ?? [], written.get(row) ?? []))
    .map((row) => `${row}: ${cellsOf(written, row)} in the document, ${cellsOf(seen, row)} seen`)
}

function cellsOf(table, row) {
  return table.get(row)?.join(" | ") ?? "not"
}

function figuresIn(table) {
  const rows = table.slice(HEAD.length).split("\n")
  return new Map(rows.map((row) => row.split(" | ")).map((cells) => [cells.slice(0, 2).join(), cells.slice(2)]))
}

function isEqual(seen, written) {
  return seen.join() === written.join()
}

function isPartOf(figures, said) {
  if (figures.length === 0 || said.length === 0) return false
  const [seen, written] = [figures, said].map((cells) => cells.map((cell) => Number.parseInt(cell, 10)))
  // What was tried is the bound for whoever tried it: samples of the two are not the same.
  const [most] = written
  return seen.every((figure) => Number.isNaN(figure) || figure <= most)
}

/** What the document says now. */
function writtenTable() {
  const text = readFileSync(DOCUMENT, "utf8")
  return text.slice(text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)).trim()
}

export function writeTable(table) {
  const text = readFileSync(DOCUMENT, "utf8")
  const [before, after] = [text.slice(0, text.indexOf(BEGIN) + BEGIN.length), text.slice(text.indexOf(END))]
  writeFileSync(DOCUMENT, `${before}${table}\n${after}`)
}
