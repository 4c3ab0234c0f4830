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
  const { runs, withSource, entries, lost, withoutOneSummary, lateWrites, gaps, doneTwice, recordedTwice } = findings
  const { notesMissing, unknownOutcomes, askedAgain, takeovers, hitRuns, faults } = findings
  const rows: [string, string | number][] = [
    ["runs (of them with a source), entries", `${runs} (${withSource}), ${entries}`],
    ["runs lost", lost],
    ["runs without exactly one summary", withoutOneSummary],
    ["commands carried out twice, steps recorded twice", `${doneTwice}, ${recordedTwice}`],
    ["late writes accepted, logs with gaps", `${lateWrites}, ${gaps}`],
    ["files that the log has and the folder or the branch has not", notesMissing],
    ["runs that were hit; times that one went to another worker", `${hitRuns}; ${takeovers}`],
    ["commands under way then, reported as unknown", unknownOutcomes],
    ["calls of the model under way then, asked again", askedAgain],
  ]
  const hits = Object.entries(faults).map(
    ([fault, { times, hit, takenOver, hitAgain, median, worst, overtakenMedian, overtakenWorst }]) =>
      `| ${fault} | ${times} | ${hit} | ${takenOver} | ${hitAgain} | ${seconds(median)} | ${seconds(worst)} | ${overtakenMedian ?? ""} | ${overtakenWorst ?? ""} |`,
  )
  return [
    ...["| | |", "|---|---|", ...rows.map(([what, value]) => `| ${what} | ${value} |`)],
    ...[
      "",
      "| fault | times | runs under way | taken over | their successor was hit, too | another worker wrote after: median | worst | new runs begun meanwhile: median | worst |",
      "|---|---|---|---|---|---|---|---|---|",
    ],
    ...hits,
  ].join("\n")
}

function seconds(ms: number | null): string {
  return ms === null ? "" : `${(ms / 1000).toFixed(1)} s`
}
