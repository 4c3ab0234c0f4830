import type { EvalChange, EvalComparison } from "../../evals/against.ts"
import type { CellEnd } from "../../evals/carry-cell.ts"
import { cellName, type JobControl } from "../../evals/cell.ts"
import type { EvalDocument } from "../../evals/document.ts"
import type { EvalRow } from "../../evals/rows.ts"
import type { EvalProgress } from "../../evals/run-eval.ts"
import type { Estimated } from "../../evals/statistics.ts"
import { amount, dollars, duration, percent, plural } from "../../text/words/units.ts"

/** One line for what just happened; nothing for what needs no word. */
export function progressLine(progress: EvalProgress): string | undefined {
  if (progress.type === "controlled") return progress.control.counts ? undefined : leftOut(progress.control)
  const { end, number, of } = progress
  const width = String(of).length
  return `[${String(number).padStart(width)}/${of}] ${cellLine(end)}`
}

function leftOut({ job, why }: JobControl): string {
  return `${job} is left out: ${why}`
}

function cellLine(end: CellEnd): string {
  if ("left" in end) return `${cellName(end.left)}: no result: ${end.left.why}`
  const { result, isKept } = end
  const { outcome, done, truthful, verified, calls, cost, time_ms, checks } = result
  const failed = checks.find(({ passed }) => !passed)
  const word = done
    ? `done${verified ? ", verified" : ""}`
    : truthful
      ? `${outcome}, not done`
      : "says done, and is not"
  const why = failed && !done ? ` (${failed.name}: ${failed.why})` : ""
  const figures = [plural(calls, "call"), ...(cost === null ? [] : [dollars(cost)]), duration(time_ms)]
  return `${cellName(result)}: ${word}${why} · ${figures.join(", ")}${isKept ? " · kept" : ""}`
}

const HEAD = [
  "model",
  "strategy",
  "runs",
  "done",
  "truthful",
  "verified",
  "calls",
  "tokens in/out",
  "time",
  "cost",
  "cost of one done",
  "pass",
]

/** A row for each model and strategy. */
export function evalTable(rows: readonly EvalRow[]): string[][] {
  return [
    HEAD,
    ...rows.map((row) => [
      row.model,
      row.strategy,
      String(row.runs) + (row.left > 0 ? ` (${row.left} left)` : ""),
      shown(row.done, percent),
      shown(row.truthful, percent),
      shown(row.verified, percent),
      shown(row.calls, one),
      [row.prompt_tokens, row.completion_tokens].map((tokens) => (tokens ? amount(tokens.value) : "–")).join(" / "),
      shown(row.time_ms, duration),
      shown(row.cost, dollars),
      dollars(row.cost_per_done),
      row.pass_at.map(({ k, value }) => `@${k} ${percent(value)}`).join(" ") || "–",
    ]),
  ]
}

/** A value and in brackets where it lies at 95%. */
function shown(estimated: Estimated | null, say: (value: number) => string): string {
  if (estimated === null) return "–"
  const { value, low, high } = estimated
  return low === high ? say(value) : `${say(value)} [${say(low)}–${say(high)}]`
}

function one(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1)
}

/** What stands below the table. */
export function closingLines({ controls, left, spent, cells }: EvalDocument): string[] {
  const out = controls.filter(({ counts }) => !counts)
  return [
    ...out.map(leftOut),
    ...(left.length > 0 ? [`${plural(left.length, "run")} without a result; the same command goes on with them.`] : []),
    ...(cells.some(({ outcome }) => outcome === "waiting")
      ? ["Runs that stopped at a question count as not done: nobody answers here. --approve full asks nothing."]
      : []),
    ...(spent > 0 ? [`This took ${dollars(spent)}.`] : []),
  ]
}

/** What became better or worse, the worse first. */
export function comparisonLines({ changes, isWorse, only }: EvalComparison): string[] {
  const sorted = [...changes].sort((left, right) => rank(left) - rank(right))
  const verdict = isWorse ? "Worse than before." : "Nothing that counts became worse."
  return [
    ...sorted.map(changeLine),
    ...only.before.map((name) => `only before: ${name}`),
    ...only.now.map((name) => `only now: ${name}`),
    verdict,
  ]
}

function rank({ verdict, job }: EvalChange): number {
  return (verdict === "worse" ? 0 : 2) + (job === undefined ? 0 : 1)
}

const UNITS: Readonly<Record<string, (value: number) => string>> = {
  done: percent,
  truthful: percent,
  verified: percent,
  cost: dollars,
  time_ms: duration,
}

function changeLine({ pair, job, figure, before, now, verdict, chance }: EvalChange): string {
  const say = UNITS[figure] ?? amount
  const luck = chance === undefined ? "" : ` (by chance: ${chance < 0.001 ? "< 0.1%" : percent(chance)})`
  return `${verdict}: ${[pair, ...(job ? [job] : [])].join(" · ")}: ${figure.replaceAll("_", " ")} ${say(before)} → ${say(now)}${luck}`
}
