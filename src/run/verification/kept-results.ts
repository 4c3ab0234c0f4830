import type { Check } from "../../checks/check.ts"
import type { RunParts } from "../core/run-parts.ts"
import type { CheckResult } from "./check-report.ts"

/** So many earlier runs of the folder are asked what they heard. */
const EARLIER_RUNS = 5

/** Only what ran to its end says the same again. */
export function isKeptResult({ status }: CheckResult): boolean {
  return status !== "broken"
}

/**
 * What an earlier run in this folder heard of the same check on the same files with the same tools. For what is recorded once: logs of
 * others grow and go.
 */
export async function keptElsewhere(
  { journal, workspace }: RunParts,
  { name }: Check,
  on: string,
  resultsIn: (value: unknown) => readonly CheckResult[],
): Promise<CheckResult | undefined> {
  const entries = await journal.others(workspace.root, EARLIER_RUNS)
  const results = entries.flatMap(({ record }) => (record.kind === "step" ? resultsIn(record.value) : []))
  return results.findLast((result) => result.name === name && result.on === on && isKeptResult(result))
}
