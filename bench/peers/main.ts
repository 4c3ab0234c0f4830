import { parseArgs } from "node:util"
import { hasTmux } from "../../test/cli/screens/tmux.ts"
import { drawChart } from "../support/draw-chart.ts"
import { median } from "../support/median.ts"
import { machine, replaceTable, writeOut } from "../support/write-out.ts"
import { type Installed, install } from "./cache.ts"
import { COMMAND_LINES } from "./command-lines.ts"
import type { Contender } from "./contender.ts"
import { FAULTS, type Outcome, tryFault, tryKill } from "./faults.ts"
import { type Figures, measure } from "./figures.ts"
import { LIBRARIES } from "./libraries.ts"
import { charts, faultTable, figureTable, versionTable } from "./page.ts"
import type { Row } from "./row.ts"
import { timeToPrompt } from "./terminal-prompt.ts"
import { openTrial } from "./trial.ts"

/* Usage: npm run bench -- peers [--only NAME …] [--runs N]. Everybody on the same scripted server, in one run; without --only the page is written. */
export async function peers(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: { only: { type: "string", multiple: true }, runs: { type: "string", default: "5" } },
  })
  const all = [...LIBRARIES, ...COMMAND_LINES]
  const chosen = values.only ? all.filter(({ name }) => values.only?.includes(name)) : all
  const installed = new Map(chosen.map((contender) => [contender, install(contender)]))
  const figures = await figuresInTurns(installed, Number(values.runs))
  const rows: Row[] = []
  for (const [contender, place] of installed) rows.push(await rowOf(contender, place, figures.get(contender)))
  for (const table of [versionTable(rows), figureTable(rows), faultTable(rows)]) console.log(`${table}\n`)
  if (!values.only) keep(rows)
}

/** Alternating, so that all see the same machine; the first time of each only fills caches. */
async function figuresInTurns(installed: ReadonlyMap<Contender, Installed>, runs: number) {
  const seen = new Map([...installed.keys()].map((contender) => [contender, [] as (Figures | string)[]]))
  for (let run = 0; run <= runs; run++) {
    for (const [contender, place] of installed) {
      await using trial = await openTrial(contender, place)
      process.stderr.write(`${contender.name}, ${run === 0 ? "to warm up" : `${run} of ${runs}`} …\n`)
      const figures = await measure(trial).catch((error: Error) => error.message)
      if (run > 0) seen.get(contender)?.push(figures)
    }
  }
  return new Map([...seen].map(([contender, list]) => [contender, middle(list)]))
}

function middle(list: readonly (Figures | string)[]): Figures | string {
  const failed = list.find((one) => typeof one === "string")
  if (failed !== undefined) return failed
  const of = (key: keyof Figures) => median((list as Figures[]).map((figures) => figures[key]))
  const keys: (keyof Figures)[] = ["start", "step", "memory", "firstPrompt", "tokens", "calls"]
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Figures
}

async function rowOf(contender: Contender, installed: Installed, figures: Figures | string = ""): Promise<Row> {
  const faults: Outcome[] = []
  for (const fault of FAULTS) {
    await using trial = await openTrial(contender, installed)
    process.stderr.write(`${contender.name}: ${fault.name} …\n`)
    faults.push(await tryFault(trial, fault))
  }
  await using trial = await openTrial(contender, installed)
  process.stderr.write(`${contender.name}: kill -9 …\n`)
  const survival = await tryKill(trial)
  const prompts = hasTmux() ? Array.from({ length: 3 }, () => timeToPrompt(trial)).slice(1) : []
  const prompt = prompts.includes(undefined) || prompts.length === 0 ? undefined : median(prompts as number[])
  return { contender, version: installed.version, figures, prompt, faults, survival }
}

function keep(rows: readonly Row[]): void {
  const kept = rows.map(({ contender: { name, kind, packages }, ...rest }) => ({
    name,
    kind,
    packages: packages.join(" "),
    ...rest,
  }))
  const results = { date: new Date().toISOString(), machine: machine(), rows: kept }
  writeOut("bench/results", "peers.json", `${JSON.stringify(results, null, 2)}\n`)
  for (const chart of charts(rows)) writeOut("docs/bench", `${chart.file}.svg`, drawChart(chart))
  for (const page of ["docs/comparison.md", "docs/comparison.zh.md"]) {
    replaceTable(page, "versions", versionTable(rows))
    replaceTable(page, "figures", figureTable(rows))
    replaceTable(page, "faults", faultTable(rows))
  }
}
