import { availableParallelism } from "node:os"
import { drawChart } from "../support/draw-chart.ts"
import { isMet } from "../support/report.ts"
import { renderTable } from "../support/table.ts"
import { machine, replaceTable, writeOut } from "../support/write-out.ts"
import type { CellResult } from "./cell.ts"
import { chartsOf } from "./charts.ts"
import { readChoice } from "./options.ts"
import { overview } from "./overview.ts"
import { inParallel } from "./pool.ts"
import { runCell } from "./run-cell.ts"
import { smallWindows } from "./small-windows.ts"
import { renderJobs } from "./tables.ts"
import { figuresOf } from "./targets.ts"
import { traced } from "./trace.ts"

/** Runs wait for processes half of the time: two for each core. */
const AT_ONCE = 2 * availableParallelism()

/** Who waits is told now and then how many are left. */
const TOLD_EVERY = 200

/** Plays the jobs that are asked for and prints what came of them; all of them are also kept and drawn. */
export async function jobs(args: readonly string[]): Promise<void> {
  if (args.includes("--small-windows")) return smallWindows()
  const { cells, isWhole, trace } = readChoice(args)
  const started = performance.now()
  process.stderr.write(`jobs, ${cells.length} runs … `)
  let left = cells.length
  const results = await inParallel(cells, trace ? 1 : AT_ONCE, async (cell) => {
    const result = await runCell(cell, trace ? traced : undefined)
    if (--left % TOLD_EVERY === 0) process.stderr.write(`${left} … `)
    return result
  })
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  console.log([renderJobs(results), renderTable(figuresOf(results))].join("\n\n"))
  if (isWhole) keep(results)
}

/** Times are left out: the same seeds give the same file. */
function keep(results: readonly CellResult[]): void {
  const figures = figuresOf(results).map((figure) => ({ ...figure, met: isMet(figure) }))
  const about = { date: new Date().toISOString(), machine: machine(), figures }
  writeOut("bench/results", "jobs.json", `${JSON.stringify(about, null, 2)}\n`)
  writeOut("bench/results", "jobs.jsonl", results.map(({ seconds, ...cell }) => `${JSON.stringify(cell)}\n`).join(""))
  for (const chart of chartsOf(results)) writeOut("docs/bench", `${chart.file}.svg`, drawChart(chart))
  replaceTable("docs/figures.md", "jobs", overview(results))
}
