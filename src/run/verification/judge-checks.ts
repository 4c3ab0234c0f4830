import type { Failure } from "../../checks/check.ts"
import { pathsOutside } from "../constraints/scope.ts"
import type { Baseline } from "./baseline.ts"
import type { CheckMode } from "./check-mode.ts"
import { type CheckReport, type CheckResult, failureNames } from "./check-report.ts"

/** What the checks are judged by. */
export type CheckGrounds = {
  readonly mode: CheckMode
  readonly request: string
  /** Globs of what the run was to change; empty where nothing says so. */
  readonly scope: readonly string[]
  readonly changedFiles: readonly string[]
}

/**
 * How one check counts at the end. `failed` and `gone` make the run red. `as_before`: all that fails did so before the run.
 * `incomparable`: it was red before, and nothing in it has a name. `unproven`: it could not run, before or now.
 */
export type CheckRuling = {
  readonly name: string
  readonly kind: "passed" | "failed" | "as_before" | "incomparable" | "flaky" | "gone" | "unproven"
  /** The names of what counts; empty where it has none. */
  readonly counting: readonly string[]
  /** How many failures were there before and don't count. */
  readonly asBefore: number
  readonly flaky: readonly string[]
  /** Fewer tests ran than before the run. */
  readonly fewer?: { readonly before: number; readonly now: number }
}

/** What the checks mean for the end of a run. */
export type Judgement = {
  readonly isRed: boolean
  /** All checks are green, and nothing has to be said of any. */
  readonly verified: boolean
  readonly checks: readonly CheckRuling[]
}

/** Judges what the checks said at the end by what they said before the run; pure, so that a replayed run judges the same. */
export function judgeChecks(report: CheckReport, baseline: Baseline | undefined, grounds: CheckGrounds): Judgement {
  const before = new Map((baseline?.results ?? []).filter(hasRun).map((result) => [result.name, result]))
  const checks = [
    ...report.results.map((result) => ruling(result, before.get(result.name), grounds)),
    ...missingIn(report, [...before.keys()]),
  ]
  const verified = checks.length > 0 && checks.every(({ kind, fewer }) => kind === "passed" && fewer === undefined)
  return { isRed: checks.some(isRed), verified, checks }
}

/** Whether a check keeps the run from being done. */
export function isRed({ kind }: CheckRuling): boolean {
  return kind === "failed" || kind === "gone"
}

function hasRun({ status }: CheckResult): boolean {
  return status !== "broken"
}

/** Where nothing was checked at all, nothing is missing. */
function missingIn({ results }: CheckReport, names: readonly string[]): CheckRuling[] {
  const there = new Set(results.map(({ name }) => name))
  return results.length === 0 ? [] : names.filter((name) => !there.has(name)).map((name) => plain(name, "gone"))
}

function ruling(result: CheckResult, before: CheckResult | undefined, grounds: CheckGrounds): CheckRuling {
  const { name, flaky = [] } = result
  if (result.status === "broken") return plain(name, before ? "gone" : "unproven")
  const { counting, asBefore, kind } = failuresOf(result, before, grounds)
  return { name, kind, counting, asBefore, flaky, ...fewerTests(result, before) }
}

function plain(name: string, kind: CheckRuling["kind"]): CheckRuling {
  return { name, kind, counting: [], asBefore: 0, flaky: [] }
}

function fewerTests({ tests: now }: CheckResult, before: CheckResult | undefined): Pick<CheckRuling, "fewer"> {
  const earlier = before?.tests
  return now !== undefined && earlier !== undefined && now < earlier ? { fewer: { before: earlier, now } } : {}
}

type Counted = Pick<CheckRuling, "kind" | "counting" | "asBefore">

function failuresOf(result: CheckResult, before: CheckResult | undefined, { mode, ...grounds }: CheckGrounds): Counted {
  const { failures, flaky = [] } = result
  const nothing = { counting: [], asBefore: 0 }
  const isOver = result.status === "passed" || (failures.length === 0 && flaky.length > 0)
  if (isOver) return { ...nothing, kind: flaky.length > 0 ? "flaky" : "passed" }
  if (mode === "pass") return { ...nothing, kind: "failed", counting: failureNames(result) }
  if (before?.status !== "failed") return { ...nothing, kind: "failed", counting: failureNames(result) }
  if (failureNames(before).length === 0) return { ...nothing, kind: "incomparable" }
  if (failures.length === 0) return { ...nothing, kind: "failed" }
  return compared(failures, new Set(failureNames(before)), grounds)
}

/** A failure counts unless the baseline had it and it is about nothing that this run is about. */
function compared(
  failures: readonly Failure[],
  known: ReadonlySet<string>,
  grounds: Omit<CheckGrounds, "mode">,
): Counted {
  const counting = failures.filter((failure) => !known.has(failure.name) || concerns(failure, grounds))
  const asBefore = failures.length - counting.length
  return { kind: counting.length > 0 ? "failed" : "as_before", counting: counting.map(({ name }) => name), asBefore }
}

/** Whether it is about a file that the request names, the scope covers or the run changed, or about the folder of one. */
function concerns({ name, files }: Failure, { request, scope, changedFiles }: Omit<CheckGrounds, "mode">): boolean {
  const paths = [...files, ...pathsIn(name)]
  if (scope.length > 0 && pathsOutside(paths, scope).length < paths.length) return true
  const about = [...changedFiles, ...pathsIn(request)].map(tidied)
  return paths.map(tidied).some((path) => about.some((other) => isSame(path, other) || isItsFolder(path, other)))
}

/** An output may tell less of a path than there is: `SumTest.java`, or from a folder within. */
function isSame(path: string, other: string): boolean {
  return path === other || path.endsWith(`/${other}`) || other.endsWith(`/${path}`)
}

/** One is the folder that the other stands in, however deep: "src/parser" is about all that is in it. */
function isItsFolder(path: string, other: string): boolean {
  return path.startsWith(`${other}/`) || other.startsWith(`${path}/`)
}

/** What looks like a path in a text: it has a folder, or an ending. */
function pathsIn(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}_@~.\-/]+/gu) ?? []
  return words.filter((word) => /\/[^/]|[^/.]\.\p{L}\w*$/u.test(word)).map((word) => word.replace(/\.+$/, ""))
}

function tidied(path: string): string {
  return path.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "")
}
