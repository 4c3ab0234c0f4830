import { count } from "../code/text/text.ts"
import type { Chart } from "./chart.ts"
import { inQuotes, someOf } from "./drawing.ts"

/** Values that are not there leave a place empty, which may be taken for a zero. */
export function missingValues({ kind, labels, series }: Chart): string[] {
  const missing = series.flatMap(({ name, values }) =>
    values.flatMap((value, index) =>
      value === null ? [`${inQuotes(labels[index] ?? "")}${series.length > 1 ? ` of ${name}` : ""}`] : [],
    ),
  )
  if (missing.length === 0) return []
  const gaps = { bars: "no bar", lines: "a gap in the line", points: "no point", pie: "no slice" } as const
  const are = missing.length === 1 ? "is" : "are"
  return [`${count(missing.length, "value")} ${are} missing and ${are} drawn as ${gaps[kind]}: ${someOf(missing)}.`]
}
