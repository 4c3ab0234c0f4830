import { atLeast, atMost, count, type Figure, ratio } from "../support/report.ts"
import { JOBS } from "./all-jobs.ts"
import type { CellResult } from "./cell.ts"
import { PLAIN } from "./loops.ts"
import { summarise } from "./summary.ts"

/** What the project promises of these jobs, over the cells that were run. */
export function figuresOf(results: readonly CellResult[]): Figure[] {
  const ours = results.filter(({ loop }) => loop !== PLAIN)
  const faultless = ours.filter(({ persona }) => persona === "faultless")
  const claims = ours.filter(({ persona, job }) => persona.startsWith("claims") && JOBS.get(job)?.canBeRefuted)
  const weak = ours.filter(({ persona }) => persona === "weak")
  const auto = results.filter(({ loop }) => loop === "auto")
  const plain = results.filter(({ loop }) => loop === PLAIN)
  const weakAuto = auto.filter(({ persona }) => persona === "weak")
  const weakPlain = plain.filter(({ persona }) => persona === "weak")
  return [
    share("faultless: done", faultless, ({ done }) => done, 1),
    share(
      "faultless: verified where checks can be green",
      faultless.filter(({ job }) => JOBS.get(job)?.canBeVerified),
      ({ verified }) => verified,
      1,
    ),
    count(
      "faultless: cells with more calls than allowed beyond the plain loop",
      tooManyCalls(faultless, plain),
      "cells",
      atMost(0),
    ),
    share("weak, auto: done", weakAuto, ({ done }) => done, 0.95),
    share("weak, plain loop: done", weakPlain, ({ done }) => done),
    share("weak: truthful", weak, ({ untruthful }) => untruthful === "", 1),
    share("weak: text", weak, ({ text }) => text, 1),
    share("claims success early, where it can be refuted: truthful", claims, ({ untruthful }) => untruthful === "", 1),
    share("everything: truthful", ours, ({ untruthful }) => untruthful === ""),
    share("everything: text", ours, ({ text }) => text),
    ratio(
      "weighted prompt tokens, auto / plain loop",
      summarise(auto).weighted / summarise(plain).weighted,
      atMost(1.1),
    ),
    ratio("the same, where both are done", bothDone(auto, plain)),
  ].filter(({ value }) => Number.isFinite(value))
}

function share(
  name: string,
  results: readonly CellResult[],
  isSo: (result: CellResult) => boolean,
  least?: number,
): Figure {
  const value = results.length === 0 ? Number.NaN : (100 * results.filter(isSo).length) / results.length
  return count(name, value, "%", least === undefined ? undefined : atLeast(100 * least))
}

/** Who gives up early spends little: only work that both did is work of one size. */
function bothDone(auto: readonly CellResult[], plain: readonly CellResult[]): number {
  const pairs = auto.flatMap((ours) => {
    const other = plain.find((cell) => isSameCell(cell, ours))
    return ours.done && other?.done ? [{ ours, other }] : []
  })
  return summarise(pairs.map(({ ours }) => ours)).weighted / summarise(pairs.map(({ other }) => other)).weighted
}

function isSameCell(left: CellResult, right: CellResult): boolean {
  return left.job === right.job && left.persona === right.persona && left.seed === right.seed
}

/** Where a plan is walked each part has a word of its own. */
const WORD_A_PART = ["tasks", "stepwise"]

function tooManyCalls(ours: readonly CellResult[], plain: readonly CellResult[]): number {
  return ours.filter((cell) => {
    const other = plain.find((candidate) => isSameCell(candidate, cell))
    const more = WORD_A_PART.includes(cell.loop) ? 2 + (JOBS.get(cell.job)?.solver.parts.length ?? 0) : 3
    return other?.done && cell.calls > other.calls + more
  }).length
}
