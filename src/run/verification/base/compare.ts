import { type CheckResult, failureNames } from "../check-report.ts"
import type { NoBase } from "./base-of.ts"

/** Why nobody can say whether something was so before the run. */
export type Unknown =
  | NoBase
  /** It was stopped on the base, or could not start there though it can now. */
  | "cut"
  | "unable"
  /** On the base it ended in an earlier script, so that this one never had its turn. */
  | "not_reached"
  /** Nothing has a name, and the text is another one. */
  | "nameless"
  /** Red on the base too, but that had to do without files that this run made and nothing keeps. */
  | "no_excuse"

/** What a check that is not green means, by what it says of the base. */
export type AgainstBase = {
  /** `own`: this run's. `says_nothing`: it can't be had, with the run's changes or without. */
  readonly kind: "own" | "as_before" | "says_nothing" | "unknown"
  /** What of it is the run's or unknown, by name; lines where nothing has a name. */
  readonly failures: readonly string[]
  /** How many failures the base has, too. */
  readonly asBefore: number
  /** How it ended on the base, where that differs: it passed, or failed otherwise, in this script. */
  readonly base?: { readonly status: CheckResult["status"]; readonly script?: string }
  readonly why?: Unknown
}

/** A check on the base, or why it was not run there. */
export type OnBase = {
  readonly result: CheckResult
  /** Files that this run made and no checkpoint holds were left out. */
  readonly isBlind: boolean
}

/** Compares a check that is not green with the same check on the base; pure. */
export function compare(end: CheckResult, base: OnBase | NoBase): AgainstBase {
  if (typeof base === "string") return isNotInstalled(end) ? SAYS_NOTHING : unknown(base, end)
  const { result: before, isBlind } = base
  if (before.status === "passed") return own(end, before)
  if (end.status === "broken") return brokenToo(end, before)
  if (isBlind) return unknown("no_excuse", end)
  if (before.status === "broken")
    return before.hindrance === "empty" ? own(end, before) : unknown(hindered(before), end)
  return bothRed(end, before)
}

function brokenToo(end: CheckResult, before: CheckResult): AgainstBase {
  if (before.status !== "broken") return own(end, before)
  return SAYS_NOTHING
}

const SAYS_NOTHING: AgainstBase = { kind: "says_nothing", failures: [], asBefore: 0 }

/** What a machine lacks it lacked before. */
function isNotInstalled({ hindrance, failing: [first = ""] }: CheckResult): boolean {
  return hindrance === "unable" && /^Could not run: .* is not installed/.test(first)
}

function hindered({ hindrance }: CheckResult): Unknown {
  return hindrance === "cut" ? "cut" : "unable"
}

function bothRed(end: CheckResult, before: CheckResult): AgainstBase {
  const known = new Set(failureNames(before))
  const names = failureNames(end)
  const [script, earlier] = [end.script, before.script]
  if (names.length > 0 && names.every((name) => known.has(name))) return asBefore(names.length)
  if (script !== earlier) return isAhead(end, earlier) ? unknown("not_reached", end) : own(end, before)
  if (names.length > 0) return known.size > 0 ? own(end, before) : unknown("nameless", end)
  const added = newLines(end, before)
  return added.length === 0 ? asBefore(0) : { kind: "unknown", failures: added, asBefore: 0, why: "nameless" }
}

/** Whether the base ended in a script that comes before the one in which this ended. */
function isAhead({ scripts = [], script = "" }: CheckResult, earlier: string | undefined): boolean {
  return earlier !== undefined && scripts.slice(0, scripts.indexOf(script)).includes(earlier)
}

const MOST_LINES = 20

function newLines(end: CheckResult, before: CheckResult): readonly string[] {
  const known = new Set(before.said)
  return (end.said ?? []).filter((line) => !known.has(line)).slice(0, MOST_LINES)
}

function own(end: CheckResult, before: CheckResult): AgainstBase {
  const known = new Set(failureNames(before))
  const names = failureNames(end)
  const failures = names.filter((name) => !known.has(name))
  const { status, script } = before
  const base = { status, ...(status === "passed" || script === undefined ? {} : { script }) }
  return { kind: "own", failures: named(failures, end), asBefore: names.length - failures.length, base }
}

function asBefore(count: number): AgainstBase {
  return { kind: "as_before", failures: [], asBefore: count }
}

function unknown(why: Unknown, end: CheckResult): AgainstBase {
  return { kind: "unknown", failures: named(failureNames(end), end), asBefore: 0, why }
}

function named(names: readonly string[], { failing }: CheckResult): readonly string[] {
  return names.length > 0 ? names : failing.slice(0, MOST_LINES)
}
