import type { CheckCounts, CheckKind, Failure } from "../../checks/check.ts"
import { type Guard, hasFields } from "../../journal/step-key.ts"
import type { Language } from "../../protocol/log/environment.ts"
import type { CheckStatus } from "../../protocol/log/event.ts"
import { say } from "../../text/words/words.ts"
import type { AgainstBase } from "./base/compare.ts"
import type { Removal } from "./removals.ts"

/** Why a check proves nothing: it was stopped, it found nothing to do, it could not start, or nobody allowed it. */
export type Hindrance = "cut" | "empty" | "unable" | "refused"

/** How one check came out. */
export type CheckResult = {
  readonly name: string
  readonly command: string
  readonly kind?: CheckKind
  readonly status: CheckStatus
  readonly ms: number
  readonly exit?: number | null
  readonly failing: readonly string[]
  /** Whatever fails by its name. */
  readonly failures: readonly Failure[]
  /** How many tests ran, where the check says so. */
  readonly tests?: number
  /** Of tests or findings. */
  readonly counts?: CheckCounts
  /** The scripts that it ran one after the other. */
  readonly scripts?: readonly string[]
  /** The one of them that failed, where that can be told. */
  readonly script?: string
  /** What was said where nothing has a name, without what changes each time. */
  readonly said?: readonly string[]
  /** Counts and coverage, as the tool sums them up. */
  readonly summary?: readonly string[]
  readonly hindrance?: Hindrance
  /** Under which id its whole output can be read. */
  readonly output?: string
  /** What failed and did not when it ran once more on the same workspace. */
  readonly flaky?: readonly string[]
  /** It ran once more because of what was new in it. */
  readonly isConfirmed?: true
  /** The project had no such check when the run began. */
  readonly isNew?: true
  /** The folder that it is about; the whole workspace unless told otherwise. */
  readonly covers?: string
  readonly languages?: readonly string[]
  /** It is about nothing that was changed. */
  readonly isBeside?: true
  /** Of a check that is not green: what the base says. */
  readonly compared?: AgainstBase
  /** What fails are tests that this run wrote. */
  readonly isAdded?: true
  /** Red as before, and the request wants this of it to become green. */
  readonly wanted?: readonly string[]
  /** True: nothing changed since it last ran. */
  readonly cached: boolean
  /** What it ran on and with: the same again need not be run. */
  readonly on: string
}

/** What the checks say of the workspace at one moment. */
export type CheckReport = {
  /** `none`: nothing was changed, there is nothing to check with, or it is not the time. Only what counts fails. */
  readonly status: "passed" | "failed" | "none"
  readonly results: readonly CheckResult[]
  /** True: some checks are left for a later moment. */
  readonly isPartial: boolean
  /** These, since they take so long. */
  readonly later?: readonly { readonly name: string; readonly command: string; readonly ms: number }[]
  /** The workspace that the checks left behind, where it is as good as the one that they ran on. */
  readonly left?: string
  /** At the end: what was there before the run and would say something of its work. */
  readonly removed?: readonly Removal[]
  /** At the end: what was changed and no check is about, as folders or files. */
  readonly uncovered?: readonly string[]
}

export const isReport: Guard<CheckReport> = hasFields({ status: "string", results: "list" })

export const NO_REPORT: CheckReport = { status: "none", results: [], isPartial: false }

/** A check that proves nothing either way, or is red as before, decides nothing. */
export function reportOf(results: readonly CheckResult[], isPartial: boolean): CheckReport {
  const hasPassed = results.some(({ status }) => status === "passed")
  return { status: results.some(isCounting) ? "failed" : hasPassed ? "passed" : "none", results, isPartial }
}

/** Whether it is this run that has to see to it, as far as that is known. */
export function isCounting({ status, compared }: CheckResult): boolean {
  return compared ? compared.kind === "own" : status === "failed"
}

/** Why a run or a part of it ends as failed, in the user's language. */
export function stillFailing(language: Language, report: CheckReport): string {
  return say(language, "checks.still_fail", failingNames(report).join(", "))
}

/** The names of the checks that fail. */
export function failingNames({ results }: CheckReport): string[] {
  return results.filter(isCounting).map(({ name }) => name)
}

/** Those and the ones of which nobody knows: for whoever works on. */
export function redNames({ results }: CheckReport): string[] {
  return results.filter((one) => isCounting(one) || one.compared?.kind === "unknown").map(({ name }) => name)
}

/** What fails in a check, by name; none where its output has no names. */
export function failureNames({ failures }: Pick<CheckResult, "failures">): string[] {
  return failures.map(({ name }) => name)
}
