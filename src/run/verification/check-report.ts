import type { Failure } from "../../checks/check.ts"
import { type Guard, hasFields } from "../../journal/step-key.ts"
import type { Language } from "../../protocol/environment.ts"
import type { CheckStatus } from "../../protocol/event.ts"
import { say } from "../../text/words.ts"

/** How one check came out. */
export type CheckResult = {
  readonly name: string
  readonly command: string
  readonly status: CheckStatus
  readonly ms: number
  readonly failing: readonly string[]
  /** Whatever fails by its name. */
  readonly failures: readonly Failure[]
  /** How many tests ran, where the check says so. */
  readonly tests?: number
  /** What failed and did not when it ran once more on the same workspace. */
  readonly flaky?: readonly string[]
  /** It ran once more because of what was new in it. */
  readonly isConfirmed?: true
  /** True: nothing changed since it last ran. */
  readonly cached: boolean
  /** What it ran on and with: the same again need not be run. */
  readonly on: string
}

/** What the checks say of the workspace at one moment. */
export type CheckReport = {
  /** `none`: nothing was changed, there is nothing to check with, or it is not the time. */
  readonly status: "passed" | "failed" | "none"
  readonly results: readonly CheckResult[]
  /** True: some checks are left for a later moment. */
  readonly isPartial: boolean
  /** The workspace that the checks left behind, where it is as good as the one that they ran on. */
  readonly left?: string
}

export const isReport: Guard<CheckReport> = hasFields({ status: "string", results: "list" })

export const NO_REPORT: CheckReport = { status: "none", results: [], isPartial: false }

/** A broken check proves nothing either way. */
export function reportOf(results: readonly CheckResult[], isPartial: boolean): CheckReport {
  const hasFailed = results.some(({ status }) => status === "failed")
  const hasPassed = results.some(({ status }) => status === "passed")
  return { status: hasFailed ? "failed" : hasPassed ? "passed" : "none", results, isPartial }
}

/** Why a run or a part of it ends as failed, in the user's language. */
export function stillFailing(language: Language, report: CheckReport): string {
  return say(language, "checks.still_fail", failingNames(report).join(", "))
}

/** The names of the checks that fail. */
export function failingNames({ results }: CheckReport): string[] {
  return results.filter(({ status }) => status === "failed").map(({ name }) => name)
}

/** What fails in a check, by name; none where its output has no names. */
export function failureNames({ failures }: CheckResult): string[] {
  return failures.map(({ name }) => name)
}
