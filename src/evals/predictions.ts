import type { EvalDocument } from "./document.ts"
import { pairName } from "./rows.ts"

/** What runs changed, in the lines that SWE-bench's grader reads. Of several tries of one pair each has a name of its own. */
export function predictionLines({ cells }: EvalDocument): string {
  const lines = cells.map((cell) => ({
    instance_id: cell.job,
    model_name_or_path: cell.repeat === 1 ? pairName(cell) : `${pairName(cell)} · ${cell.repeat}`,
    model_patch: cell.patch,
  }))
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("")
}
