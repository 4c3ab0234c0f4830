import type { CellResult } from "./cell.ts"
import { groupBy, type Row, summarise } from "./summary.ts"

/** What was done of each group, loop by loop; then what it took; then everything that was not truthful. */
export function renderJobs(results: readonly CellResult[]): string {
  const loops = [...groupBy(results, "loop").keys()]
  return [
    grid("done, by persona", groupBy(results, "persona"), loops, ({ done }) => percent(done)),
    grid("done, by job (faultless)", groupBy(of(results, "faultless"), "job"), loops, ({ done }) => percent(done)),
    grid("done, by job (weak)", groupBy(of(results, "weak"), "job"), loops, ({ done }) => percent(done)),
    grid("truthful, by persona", groupBy(results, "persona"), loops, ({ truthful }) => percent(truthful)),
    grid("text, by persona", groupBy(results, "persona"), loops, ({ text }) => percent(text)),
    grid("calls, by job (faultless)", groupBy(of(results, "faultless"), "job"), loops, ({ calls }) => round(calls)),
    grid("weighted prompt tokens, by persona", groupBy(results, "persona"), loops, ({ weighted }) => round(weighted)),
    lies(results),
  ]
    .filter(Boolean)
    .join("\n\n")
}

function of(results: readonly CellResult[], persona: string): CellResult[] {
  return results.filter((result) => result.persona === persona)
}

type Groups = ReadonlyMap<string, readonly CellResult[]>

/** A row for each group and a column for each loop. */
function grid(title: string, groups: Groups, loops: readonly string[], shown: (row: Row) => string): string {
  if (groups.size === 0) return ""
  const rows = [...groups].map(([name, results]) => [
    name,
    ...loops.map((loop) => shown(summarise(results.filter((result) => result.loop === loop)))),
  ])
  return [title, ...aligned([["", ...loops], ...rows])].join("\n")
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  )
}

const percent = (share: number) => `${Math.round(100 * share)}%`
const round = (value: number) => value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 1 : 0 })

const MOST_LIES = 30

function lies(results: readonly CellResult[]): string {
  const found = results.filter(({ untruthful }) => untruthful !== "")
  const shown = found
    .slice(0, MOST_LIES)
    .map(({ job, persona, loop, seed, untruthful }) => `${job} ${persona} ${loop} ${seed}: ${untruthful}`)
  const rest = found.length - shown.length
  return found.length === 0
    ? ""
    : [`not truthful: ${found.length}`, ...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join("\n")
}
