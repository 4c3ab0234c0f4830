import { bestOf, type CandidateStanding } from "../src/candidates/choose.ts"
import { JOBS } from "./jobs/all-jobs.ts"
import type { CellResult } from "./jobs/cell.ts"
import { inParallel } from "./jobs/pool.ts"
import { runCell } from "./jobs/run-cell.ts"
import { count, type Figure, type Report } from "./support/report.ts"

const TRIES = 3
const GROUPS = 1
const PERSONAS = ["weak", "claims-at-once"]
/** The loop without a gate has the most to gain from checks that choose. */
const LOOPS = ["auto", "plain loop"]

/** One try against the best of three, with models that err: what gets done, what is truthful, and how many calls it takes. */
export async function bestOfThree(): Promise<Report> {
  const figures: Figure[] = []
  for (const persona of PERSONAS) for (const loop of LOOPS) figures.push(...(await compare(persona, loop)))
  return { figures, charts: [] }
}

async function compare(persona: string, loop: string): Promise<Figure[]> {
  const groups = [...JOBS.keys()].flatMap((job) =>
    Array.from({ length: GROUPS }, (_, group) =>
      Array.from({ length: TRIES }, (_, index) => ({ job, persona, loop, seed: 1 + group * TRIES + index })),
    ),
  )
  const tried = await inParallel(groups, 2, (cells) => Promise.all(cells.map((cell) => runCell(cell))))
  const one = tried.flatMap(([first]) => first ?? [])
  const chosen = tried.flatMap(
    (tries) => bestOf(tries.map((cell) => ({ cell, standing: standingOf(cell) })))?.cell ?? [],
  )
  const calls = (cells: readonly CellResult[]) => cells.reduce((sum, cell) => sum + cell.calls, 0) / groups.length
  const share = (cells: readonly CellResult[], isSo: (cell: CellResult) => boolean) =>
    (100 * cells.filter(isSo).length) / cells.length
  const named = (what: string, who: string) => `best of three: ${persona}, ${loop}: ${what}, ${who}`
  return [
    count(
      named("done", "one try"),
      share(one, ({ done }) => done),
      "%",
    ),
    count(
      named("done", "best of three"),
      share(chosen, ({ done }) => done),
      "%",
    ),
    count(
      named("truthful", "one try"),
      share(one, ({ untruthful }) => untruthful === ""),
      "%",
    ),
    count(
      named("truthful", "best of three"),
      share(chosen, ({ untruthful }) => untruthful === ""),
      "%",
    ),
    count(named("calls", "one try"), calls(one), "calls"),
    // All to their end: those that are stopped early cost less.
    count(named("calls", "three tries"), calls(tried.flat()), "calls"),
  ]
}

/** What the engine would know of it; never what is true on the disk. */
function standingOf({ outcome, verified }: CellResult): CandidateStanding {
  return { outcome, isVerified: verified, newFailures: 0, openRequirements: 0, changedLines: 0, changedFiles: 0 }
}
