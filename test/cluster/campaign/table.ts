import { readFileSync, writeFileSync } from "node:fs"
import type { Findings } from "./findings.ts"

const DOCUMENT = new URL("../../../docs/cluster.md", import.meta.url)
const PLACE = /(<!-- campaign -->\n)[\s\S]*?(<!-- \/campaign -->)/

/** Puts what was seen into docs/cluster.md. */
export function writeTable(findings: Findings): void {
  const text = readFileSync(DOCUMENT, "utf8")
  writeFileSync(DOCUMENT, text.replace(PLACE, `$1${table(findings)}\n$2`))
}

function table(findings: Findings): string {
  const { runs, entries, lost, withoutOneSummary, lateWrites, gaps, doneTwice, unknownOutcomes, askedAgain } = findings
  const { takeovers, hit, failovers } = findings
  const rows: [string, string | number][] = [
    ["runs, entries", `${runs}, ${entries}`],
    ["runs lost", lost],
    ["runs without exactly one summary", withoutOneSummary],
    ["commands carried out twice", doneTwice],
    ["late writes accepted, logs with gaps", `${lateWrites}, ${gaps}`],
    ["runs whose worker was hit; takeovers", `${hit}; ${takeovers}`],
    ["commands under way then, reported as unknown", unknownOutcomes],
    ["calls of the model under way then, asked again", askedAgain],
    ...Object.entries(failovers).map(([fault, { runs: taken, median, worst }]): [string, string] => [
      `${fault}: until another worker wrote (${taken} runs)`,
      `median ${seconds(median)}, worst ${seconds(worst)}`,
    ]),
  ]
  return ["| | |", "|---|---|", ...rows.map(([what, value]) => `| ${what} | ${value} |`)].join("\n")
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
