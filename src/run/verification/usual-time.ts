import type { Journal } from "../../journal/journal.ts"
import type { RunParts } from "../core/run-parts.ts"
import { isReport } from "./check-report.ts"

/** How long checks take, by their commands, as far as anybody knows. */
export type UsualTimes = ReadonlyMap<string, number>

/** So many earlier runs of the folder are asked how long theirs took. */
const EARLIER_RUNS = 5

/** Logs of others are read once for a run. */
const ofEarlierRuns = new WeakMap<Journal, Promise<UsualTimes>>()

/** The last time counts, in this run or else in an earlier one of the folder; a check that was not even started took none. */
export async function usualTimes({ journal, tally, workspace }: RunParts): Promise<UsualTimes> {
  const earlier = ofEarlierRuns.get(journal) ?? timesOfOthers(journal, workspace.root)
  ofEarlierRuns.set(journal, earlier)
  const own = tally.view.checks.filter(({ ms }) => ms > 0)
  return new Map([...(await earlier), ...own.map(({ command, ms }) => [command, ms] as const)])
}

async function timesOfOthers(journal: Journal, folder: string): Promise<UsualTimes> {
  const entries = await journal.others(folder, EARLIER_RUNS)
  const results = entries.flatMap(({ record }) =>
    record.kind === "step" && isReport(record.value) ? record.value.results : [],
  )
  return new Map(results.filter(({ ms }) => ms > 0).map(({ command, ms }) => [command, ms]))
}
