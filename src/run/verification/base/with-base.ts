import type { RunParts } from "../../core/run-parts.ts"
import { type CheckResult, failureNames } from "../check-report.ts"
import { type DueCheck, runDue } from "../check-results.ts"
import { type BaseState, baseOf, type NoBase } from "./base-of.ts"
import { onBase } from "./base-run.ts"
import { type AgainstBase, compare } from "./compare.ts"

/** Says of each check that is not green what the base says of it, before anybody is told. */
export async function withBase(
  parts: RunParts,
  due: readonly DueCheck[],
  results: readonly CheckResult[],
  /** When the checks began. */
  checks: number,
): Promise<readonly CheckResult[]> {
  if (!results.some(isRed)) return results
  const base = await baseOf(parts)
  const compared: CheckResult[] = []
  for (const [index, result] of results.entries()) {
    const one = due[index]
    if (!one || !isRed(result)) compared.push(result)
    else compared.push(await confirmed(parts, one, { result, base, checks }))
  }
  return compared
}

/** What nobody allowed to run is not red. */
function isRed({ status, hindrance }: CheckResult): boolean {
  return status !== "passed" && hindrance !== "refused"
}

type Looked = { readonly result: CheckResult; readonly base: BaseState | NoBase; readonly checks: number }

/** A failure of this run's has to happen twice before anybody is told; what passes the second time is flaky. */
async function confirmed(parts: RunParts, due: DueCheck, looked: Looked): Promise<CheckResult> {
  const { result } = looked
  const compared = await comparedWith(parts, due, looked)
  const named = { ...result, compared }
  if (compared.kind !== "own" || result.isConfirmed) return named
  const again = await runDue(parts, due, { again: true })
  const both = merged(result, again)
  if (!isRed(both)) return both
  return { ...both, compared: await comparedWith(parts, due, { ...looked, result: both }) }
}

async function comparedWith(parts: RunParts, due: DueCheck, { result, base, checks }: Looked): Promise<AgainstBase> {
  if (result.isNew) return ofItsOwn(result)
  if (typeof base === "string") return compare(result, base)
  // The run changed nothing: what is so now was so before.
  if (base.tree === base.now) return compare(result, { result, isBlind: false })
  return compare(result, await onBase(parts, due, base, checks))
}

/** What the run made itself was not there before. One that finds nothing to check, or lacks its tool, proves nothing and fails nothing. */
function ofItsOwn(result: CheckResult): AgainstBase {
  const proves = result.status === "failed" || result.hindrance === "cut"
  return { kind: proves ? "own" : "says_nothing", failures: proves ? namesOrLines(result) : [], asBefore: 0 }
}

/** What fails is what failed both times; whatever passed once on this workspace is flaky. */
function merged(first: CheckResult, again: CheckResult): CheckResult {
  if (again.status === "broken") return { ...first, cached: false, isConfirmed: true }
  const [one, two] = [new Set(failureNames(first)), new Set(failureNames(again))]
  if (again.status === "passed") return { ...again, flaky: namesOrLines(first), isConfirmed: true }
  if (one.size === 0 || two.size === 0) return { ...again, isConfirmed: true }
  const failures = again.failures.filter(({ name }) => one.has(name))
  const flaky = [...[...one].filter((name) => !two.has(name)), ...[...two].filter((name) => !one.has(name))]
  const both = { ...again, failures, ...(flaky.length > 0 ? { flaky } : {}), isConfirmed: true as const }
  return failures.length === 0 ? { ...both, status: "passed", failing: [] } : both
}

/** Something must say what came and went. */
function namesOrLines(result: CheckResult): readonly string[] {
  const names = failureNames(result)
  return names.length > 0 ? names : result.failing.slice(0, 1)
}
