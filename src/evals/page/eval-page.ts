import { amount, dollars, duration, percent } from "../../text/words/units.ts"
import type { EvalChange, EvalComparison } from "../against.ts"
import type { CellResult } from "../cell.ts"
import type { EvalDocument } from "../document.ts"
import { type EvalRow, pairName } from "../rows.ts"
import type { Estimated } from "../statistics.ts"
import { escapeHtml } from "./escape.ts"
import { barPlot, type PlotBar, pointPlot } from "./plots.ts"

/** Results as one page that needs no server, runs no script and asks nobody for anything. */
export function evalPage(document: EvalDocument, comparison?: EvalComparison): string {
  const title = `Eval: ${document.name}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(about(document))}</p>
${[rowTable(document.rows), ...plots(document.rows), comparison ? changes(comparison) : "", grid(document), leftOut(document), runs(document.cells)].join("\n")}
</body>
</html>
`
}

const STYLE = `
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:1060px;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}
th,td{text-align:left;padding:.25rem .7rem;border-bottom:1px solid #8884;vertical-align:top;white-space:nowrap}
td.wide{white-space:normal;min-width:16rem}
small{opacity:.7}
svg{max-width:760px;display:block;margin:1.5rem 0;font:13px system-ui,sans-serif;fill:currentColor}
.title{font-size:15px;font-weight:600}
.bar{fill:#2f81c7}.whisker{stroke:currentColor;fill:none}.line{stroke:#8884}
.good{color:#1a7f37}.bad{color:#cf222e}
@media(prefers-color-scheme:dark){.good{color:#3fb950}.bad{color:#f85149}}
summary{cursor:pointer}pre{overflow-x:auto;font-size:13px}
`

function about({ at, cells, controls, left, spent }: EvalDocument): string {
  const jobs = controls.filter(({ counts }) => counts).length
  const parts = [`${at.slice(0, 16).replace("T", " ")} UTC`, `${jobs} jobs`, `${cells.length} runs`]
  return [
    ...parts,
    ...(left.length > 0 ? [`${left.length} without a result`] : []),
    `cost of this time ${dollars(spent)}`,
  ].join(" · ")
}

const HEAD = [
  "model",
  "strategy",
  "runs",
  "done",
  "truthful",
  "verified",
  "calls",
  "prompt tokens",
  "time",
  "cost",
  "cost of one done",
  "pass@k",
]

function rowTable(rows: readonly EvalRow[]): string {
  const cells = rows.map((row) => [
    row.model,
    row.strategy,
    String(row.runs),
    shown(row.done, percent),
    shown(row.truthful, percent),
    shown(row.verified, percent),
    shown(row.calls, (value) => String(value)),
    shown(row.prompt_tokens, amount),
    shown(row.time_ms, duration),
    shown(row.cost, dollars),
    dollars(row.cost_per_done),
    row.pass_at.map(({ k, value }) => `@${k} ${percent(value)}`).join(", "),
  ])
  return `${table(HEAD, cells)}<p><small>Shares of runs and medians over runs; in brackets where they lie at 95% (Wilson; order statistics). Done: the run says so and the hidden checks agree. Truthful: it does not say so where they fail.</small></p>`
}

function shown(estimated: Estimated | null, say: (value: number) => string): string {
  if (estimated === null) return "–"
  const { value, low, high } = estimated
  return low === high ? say(value) : `${say(value)} [${say(low)}–${say(high)}]`
}

function plots(rows: readonly EvalRow[]): string[] {
  const bars = (
    figure: "done" | "truthful" | "calls" | "time_ms" | "cost",
    say: (value: number) => string,
  ): PlotBar[] =>
    rows.flatMap((row) => {
      const estimated = row[figure]
      return estimated === null ? [] : [{ label: pairName(row), estimated, shown: say(estimated.value) }]
    })
  const costs = bars("cost", dollars)
  return [
    barPlot("Done", bars("done", percent), 1),
    barPlot("Truthful", bars("truthful", percent), 1),
    barPlot("Calls of a run, median", bars("calls", amount)),
    barPlot("Time of a run, median", bars("time_ms", duration)),
    ...(costs.length > 0 ? [barPlot("Cost of a run, median", costs)] : []),
    worth(rows),
  ]
}

/** What is paid against what gets done; by tokens where a price is not known. */
function worth(rows: readonly EvalRow[]): string {
  const isPriced = rows.some(({ cost }) => (cost?.value ?? 0) > 0) && rows.every(({ cost }) => cost !== null)
  const points = rows.flatMap((row) => {
    const spent = isPriced ? row.cost : row.prompt_tokens
    return row.done && spent ? [{ label: pairName(row), x: spent.value, y: row.done.value }] : []
  })
  const what = isPriced ? "cost of a run" : "prompt tokens of a run"
  return points.length === 0 ? "" : pointPlot(`Done, by ${what}`, points, isPriced ? dollars : amount)
}

function changes({ changes: all, isWorse }: EvalComparison): string {
  const cells = all.map(({ verdict, pair, job = "all", figure, before, now, chance }: EvalChange) => [
    verdict,
    pair,
    job,
    figure,
    String(Number(before.toFixed(3))),
    String(Number(now.toFixed(3))),
    chance === undefined ? "" : percent(chance),
  ])
  const word = isWorse
    ? `<p class="bad">Worse than before.</p>`
    : `<p class="good">Nothing that counts became worse.</p>`
  return `<h2>Against before</h2>${word}${table(["", "who", "job", "figure", "before", "now", "by chance"], cells)}`
}

/** Each job by who tried it: how many tries of how many got it done. */
function grid({ cells, rows }: EvalDocument): string {
  const jobs = [...new Set(cells.map(({ job }) => job))]
  const lines = jobs.map((job) => {
    const tries = rows.map((row) => cells.filter((cell) => cell.job === job && pairName(cell) === pairName(row)))
    return `<tr><td>${escapeHtml(job)}</td>${tries.map(gridCell).join("")}</tr>`
  })
  const head = ["job", ...rows.map(pairName)].map((name) => `<th>${escapeHtml(name)}</th>`).join("")
  return `<h2>By job</h2><table><tr>${head}</tr>${lines.join("")}</table>`
}

function gridCell(tries: readonly CellResult[]): string {
  if (tries.length === 0) return "<td>–</td>"
  const done = tries.filter((cell) => cell.done).length
  const lies = tries.filter(({ truthful }) => !truthful).length
  const kind = done === tries.length ? "good" : done === 0 ? "bad" : ""
  return `<td class="${kind}">${done} of ${tries.length}${lies > 0 ? `, ${lies} not truthful` : ""}</td>`
}

function leftOut({ controls, left }: EvalDocument): string {
  const out = controls.filter(({ counts }) => !counts).map(({ job, why }) => [job, why])
  const missing = left.map(({ job, model, strategy, repeat, why }) => [
    `${job} · ${model} · ${strategy} · ${repeat}`,
    why,
  ])
  if (out.length + missing.length === 0) return ""
  return `<h2>Left out</h2>${table(["what", "why"], [...out, ...missing])}`
}

function runs(cells: readonly CellResult[]): string {
  return `<h2>Runs</h2>${cells.map(runDetails).join("\n")}`
}

function runDetails(cell: CellResult): string {
  const { job, repeat, outcome, reason, done, truthful, checks, answer, patch, run_id } = cell
  const word = done
    ? `<span class="good">done</span>`
    : truthful
      ? escapeHtml(`${outcome}, not done`)
      : `<span class="bad">says done, and is not</span>`
  const verdicts = checks.map(({ name, passed, why }) => [name, passed ? "passed" : "failed", why])
  const said = [reason, answer].filter(Boolean).join("\n\n")
  return `<details><summary>${escapeHtml(`${job} · ${pairName(cell)} · ${repeat}`)}: ${word}</summary>
<p><small>run ${escapeHtml(run_id)}</small></p>${table(["hidden check", "", "why"], verdicts)}<pre>${escapeHtml(said)}</pre><pre>${escapeHtml(patch)}</pre></details>`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}${cell.length > 60 ? ' class="wide"' : ""}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`
  return `<table>${line(head, "th")}${rows.map((row) => line(row, "td")).join("")}</table>`
}
