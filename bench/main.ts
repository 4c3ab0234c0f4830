import { MEASURES } from "./measures.ts"
import { drawChart } from "./support/draw-chart.ts"
import { finish, repositoryPath, start } from "./support/processes.ts"
import { isMet, type Report } from "./support/report.ts"
import { renderTable } from "./support/table.ts"
import { machine, writeOut } from "./support/write-out.ts"

/*
 * Usage: node bench/main.ts [MEASURE …]. Prints a table; a whole bench also writes bench/results/latest.json and docs/bench/*.svg.
 *        node bench/main.ts jobs [--job X] [--persona Y] [--strategy Z] [--seeds N] [--trace]. The same for jobs and simulated models.
 *        node bench/main.ts peers [--only NAME] [--runs N]. Other agents and ours on the same scripted server; writes docs/comparison.md and its Chinese page.
 *        node bench/main.ts against COMMIT [MEASURE …] [--rounds N]. An earlier commit and this tree in turns; ends with 1 where a figure is worse.
 *        node bench/main.ts repositories [--only owner/name] [--cache DIR] [--mirrors DIR]. Fixes of public repositories replayed; writes docs/repositories.md.
 *        node bench/main.ts real-server --address URL [--model X] [--strategy Y] [--job Z] [--max-time 5m]. Doctor and every strategy on a server.
 */
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in MEASURES))
if (asked[0] === "jobs") await (await import("./jobs/main.ts")).jobs(asked.slice(1))
else if (asked[0] === "real-server") await (await import("./real-server/main.ts")).realServer(asked.slice(1))
else if (asked[0] === "against") await (await import("./against/main.ts")).against(asked.slice(1))
else if (asked[0] === "peers") await (await import("./peers/main.ts")).peers(asked.slice(1))
else if (asked[0] === "repositories") await (await import("./repositories/main.ts")).repositories(asked.slice(1))
else if (unknown.length > 0) {
  console.error(
    `No such measure: ${unknown.join(", ")}; there are: ${Object.keys(MEASURES).join(", ")}, against, jobs, peers, real-server, repositories.`,
  )
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
  const latest = { date: new Date().toISOString(), machine: machine(), figures }
  writeOut("bench/results", "latest.json", `${JSON.stringify(latest, null, 2)}\n`)
  for (const chart of reports.flatMap(({ charts }) => charts))
    writeOut("docs/bench", `${chart.file}.svg`, drawChart(chart))
}
