import type { RunParts } from "../ground/run-parts.ts"
import { recordedBaseline } from "./baseline.ts"
import { type CheckResult, failureNames } from "./check-report.ts"
import { type DueCheck, runDue } from "./check-results.ts"

/** A failure that the baseline had not runs once more on the same workspace: what passes then is flaky. */
export async function confirmed(
  parts: RunParts,
  due: readonly DueCheck[],
  results: readonly CheckResult[],
): Promise<readonly CheckResult[]> {
  const baseline = recordedBaseline(parts.journal.entries)
  const twice: CheckResult[] = []
  for (const [index, result] of results.entries()) {
    const check = due[index]
    const before = baseline?.results.find(({ name }) => name === result.name)
    twice.push(check && before && isNew(result, before) ? merged(result, await runDue(parts, check)) : result)
  }
  return twice
}

/** What failed before and had no names can't be told from what fails now. */
function isNew(result: CheckResult, before: CheckResult): boolean {
  if (result.status !== "failed" || result.isConfirmed || before.status === "broken") return false
  if (before.status === "passed") return true
  const [known, now] = [new Set(failureNames(before)), failureNames(result)]
  return known.size > 0 && (now.length === 0 || now.some((name) => !known.has(name)))
}

/** What fails is what failed both times; whatever passed once on this workspace is flaky. */
function merged(first: CheckResult, again: CheckResult): CheckResult {
  if (again.status === "broken") return { ...first, cached: false, isConfirmed: true }
  const [one, two] = [new Set(failureNames(first)), new Set(failureNames(again))]
  if (again.status === "passed") return { ...again, flaky: nameless(one, first), isConfirmed: true }
  if (one.size === 0 || two.size === 0) return { ...again, isConfirmed: true }
  const failures = again.failures.filter(({ name }) => one.has(name))
  const flaky = [...[...one].filter((name) => !two.has(name)), ...[...two].filter((name) => !one.has(name))]
  return { ...again, failures, ...(flaky.length > 0 ? { flaky } : {}), isConfirmed: true }
}

/** Something must say what came and went. */
function nameless(names: ReadonlySet<string>, { failing }: CheckResult): readonly string[] {
  return names.size > 0 ? [...names] : failing.slice(0, 1)
}
