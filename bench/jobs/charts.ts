import type { Chart } from "../support/report.ts"
import type { CellResult } from "./cell.ts"
import { PLAIN } from "./loops.ts"
import { groupBy, summarise } from "./summary.ts"

/** What comes of a model that makes no mistake and of a weak one, and what it takes. */
export function chartsOf(results: readonly CellResult[]): Chart[] {
  const charts = ["faultless", "weak"].map((persona) =>
    chart(
      results.filter((result) => result.persona === persona),
      `jobs-${persona}`,
      `Jobs done, ${persona} model`,
      "%",
      (row) => 100 * row.done,
    ),
  )
  return [
    ...charts,
    chart(results, "jobs-tokens", "Prompt tokens of a job, cached ones a tenth", "tokens", (row) => row.weighted),
  ]
}

function chart(
  results: readonly CellResult[],
  file: string,
  title: string,
  unit: string,
  value: (row: ReturnType<typeof summarise>) => number,
): Chart {
  const bars = [...groupBy(results, "loop")].map(([loop, cells]) => ({
    label: loop,
    value: value(summarise(cells)),
    ours: loop !== PLAIN,
  }))
  return { file, title, unit, bars }
}
