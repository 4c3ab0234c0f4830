import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { CampaignRun, Kind, Row } from "./results.ts"

const DOCUMENT = fileURLToPath(new URL("../../docs/reliability.md", import.meta.url))
const BEGIN = "<!-- campaign: written by npm run campaign -->"
const END = "<!-- /campaign -->"

const KINDS: readonly Kind[] = ["command line", "server", "in one process"]

/** Puts what all runs together came to into the document. */
export function writeTables(runs: readonly CampaignRun[]): void {
  const text = readFileSync(DOCUMENT, "utf8")
  const [head, rest] = [text.slice(0, text.indexOf(BEGIN)), text.slice(text.indexOf(END))]
  writeFileSync(DOCUMENT, `${head}${BEGIN}\n${tables(runs)}\n${rest}`)
}

export function tables(runs: readonly CampaignRun[]): string {
  const seeds = runs.map(({ seed }) => seed).join(", ")
  return [
    `Seeds ${seeds}; trials, and of those the ones in which a promise was broken:`,
    "",
    `| what goes wrong | ${KINDS.join(" | ")} |`,
    `|---|${KINDS.map(() => "---:|").join("")}`,
    ...groupsOf(runs).map((group) => `| ${group} | ${KINDS.map((kind) => cell(runs, kind, group)).join(" | ")} |`),
    `| **all** | ${KINDS.map((kind) => cell(runs, kind)).join(" | ")} |`,
    "",
    "| promise | looked at | broken |",
    "|---|---:|---:|",
    ...promisesOf(runs),
  ].join("\n")
}

function groupsOf(runs: readonly CampaignRun[]): string[] {
  return [...new Set(runs.flatMap(({ rows }) => rows.map(({ group }) => group)))]
}

function cell(runs: readonly CampaignRun[], kind: Kind, group?: string): string {
  const rows = runs.flatMap((run) => run.rows).filter((row) => row.kind === kind && (group ?? row.group) === row.group)
  const sum = (count: (row: Row) => number) => rows.reduce((total, row) => total + count(row), 0)
  const trials = sum((row) => row.trials)
  return trials === 0 ? "" : `${figure(trials)}, ${figure(sum((row) => row.broken))} broken`
}

function promisesOf(runs: readonly CampaignRun[]): string[] {
  const names = [...new Set(runs.flatMap(({ promises }) => Object.keys(promises)))]
  return names.map((name) => {
    const sum = (of: "looked" | "broken") => runs.reduce((total, run) => total + (run.promises[name]?.[of] ?? 0), 0)
    return `| ${name} | ${figure(sum("looked"))} | ${figure(sum("broken"))} |`
  })
}

function figure(count: number): string {
  return count.toLocaleString("en-US")
}
