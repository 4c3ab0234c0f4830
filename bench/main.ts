import { mkdirSync, writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { MEASURES } from "./measures.ts"
import { drawChart } from "./support/draw-chart.ts"
import { finish, repositoryPath, start } from "./support/processes.ts"
import { isMet, type Report } from "./support/report.ts"
import { renderTable } from "./support/table.ts"

/* Usage: node bench/main.ts [MEASURE …]. Prints a table; a whole bench also writes bench/results/latest.json and docs/bench/*.svg. */
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in MEASURES))
if (unknown.length > 0) {
  console.error(`No such measure: ${unknown.join(", ")}; there are: ${Object.keys(MEASURES).join(", ")}.`)
  process.exitCode = 2
} else {
  const reports = await measureAll(asked.length > 0 ? asked : Object.keys(MEASURES))
  console.log(renderTable(reports.flatMap(({ figures }) => figures)))
  if (asked.length === 0) keep(reports)
}

async function measureAll(names: readonly string[]): Promise<Report[]> {
  const reports: Report[] = []
  for (const name of names) {
    const started = performance.now()
    process.stderr.write(`${name} … `)
    reports.push(await measureAlone(name))
    process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  }
  return reports
}

/** In a process of its own, so that no measure warms up or fills the memory of another. */
async function measureAlone(name: string): Promise<Report> {
  const args = ["--expose-gc", repositoryPath("bench/processes/measure.ts"), name]
  return JSON.parse(await finish(start({ args }, process.cwd())))
}

function keep(reports: readonly Report[]): void {
  const figures = reports.flatMap((report) => report.figures.map((figure) => ({ ...figure, met: isMet(figure) })))
  const [cpu] = cpus()
  const machine = {
    cores: cpus().length,
    cpu: cpu?.model ?? "unknown",
    node: process.version,
    platform: process.platform,
  }
  write(
    "bench/results",
    "latest.json",
    `${JSON.stringify({ date: new Date().toISOString(), machine, figures }, null, 2)}\n`,
  )
  for (const chart of reports.flatMap(({ charts }) => charts))
    write("docs/bench", `${chart.file}.svg`, drawChart(chart))
}

function write(folder: string, name: string, content: string): void {
  mkdirSync(repositoryPath(folder), { recursive: true })
  writeFileSync(repositoryPath(`${folder}/${name}`), content)
}
