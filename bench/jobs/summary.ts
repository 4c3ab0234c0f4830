import type { CellResult } from "./cell.ts"

/** Several cells as one: shares of 1, and means. */
export type Row = {
  readonly runs: number
  readonly done: number
  readonly worked: number
  readonly verified: number
  readonly truthful: number
  readonly text: number
  readonly calls: number
  readonly prompt: number
  readonly weighted: number
}

export function summarise(results: readonly CellResult[]): Row {
  const mean = (value: (result: CellResult) => number | boolean) =>
    results.reduce((sum, result) => sum + Number(value(result)), 0) / Math.max(1, results.length)
  return {
    runs: results.length,
    done: mean(({ done }) => done),
    worked: mean(({ worked }) => worked),
    verified: mean(({ verified }) => verified),
    truthful: mean(({ untruthful }) => untruthful === ""),
    text: mean(({ text }) => text),
    calls: mean(({ calls }) => calls),
    prompt: mean(({ prompt }) => prompt),
    weighted: mean(({ weighted }) => weighted),
  }
}

/** The rows of a table by the value of a field, in the order in which they come. */
export function groupBy<K extends "job" | "persona" | "loop">(
  results: readonly CellResult[],
  field: K,
): Map<string, CellResult[]> {
  const groups = new Map<string, CellResult[]>()
  for (const result of results) groups.set(result[field], [...(groups.get(result[field]) ?? []), result])
  return groups
}
