import { z } from "zod"
import { madeOnce } from "../protocol/zod/made-once.ts"
import { ONCE } from "../protocol/zod/parse-once.ts"
import { cellLeft, cellResult, jobControl } from "./cell.ts"
import { JobError } from "./job-error.ts"
import { type EvalRow, rowsOf } from "./rows.ts"
import type { EvalResults } from "./run-eval.ts"

/** Changes where a reader of an older one would go wrong. */
const FORMAT = "keelson-eval-1"

/** Results as one JSON document: what a file of them has, and what another eval is compared with. */
export type EvalDocument = {
  readonly format: typeof FORMAT
  readonly name: string
  readonly at: string
  readonly rows: readonly EvalRow[]
} & Omit<EvalResults, "name">

const document = madeOnce(() =>
  z.object({
    format: z.literal(FORMAT),
    name: z.string(),
    at: z.string(),
    controls: z.array(jobControl()),
    cells: z.array(cellResult()),
    left: z.array(cellLeft()),
    spent: z.number(),
  }),
)

export function documentOf(results: EvalResults, at: Date): EvalDocument {
  const { name, ...rest } = results
  return { format: FORMAT, name, at: at.toISOString(), rows: rowsOf(results), ...rest }
}

/** Reads such a document; its rows are counted anew. Throws `JobError`. */
export function readDocument(text: string, path: string): EvalDocument {
  const parsed = document().safeParse(parsedJson(text, path), ONCE)
  if (parsed.success) return { ...parsed.data, rows: rowsOf(parsed.data) }
  const [issue] = parsed.error.issues
  throw new JobError(`${path}: these are no results of an eval: ${issue?.path.join(".")}: ${issue?.message}.`)
}

function parsedJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new JobError(`${path}: these are no results of an eval: it is no JSON.`)
  }
}
