import type { Language } from "../../protocol/log/environment.ts"
import { type CheckReport, type CheckResult, failureNames } from "./check-report.ts"
import { exceptOf, proofOf } from "./judgement-clauses.ts"
import { flakyNote, removalNote } from "./judgement-text.ts"
import { type Demands, isFileDemanded, type WantedGreen, wantedOf } from "./must-become-green.ts"
import * as prompts from "./prompts.ts"
import { isAskedFor, type Removal } from "./removals.ts"

/** Something that a check says and that has to be settled: by a change, or where it is unknown by a reason. */
type CheckFinding = {
  readonly check: string
  readonly kind: "own" | "must_pass" | "unknown"
  /** What fails, by name; lines where nothing has a name. */
  readonly failures: readonly string[]
  /** For the model. */
  readonly text: string
  /** What fails are tests that the run wrote. */
  readonly isAdded?: true
}

/** What the checks mean for the end of a run. */
export type Judgement = {
  /** What makes the run fail as long as it is there. */
  readonly counting: readonly CheckFinding[]
  /** What nobody can decide without a word on it. */
  readonly unknown: readonly CheckFinding[]
  readonly verified: boolean
  /** By what, where it is: "51 passing tests and lint". In the user's language. */
  readonly proof: string
  /** What is not green and does not count: "red as before: lint". In the user's language. */
  readonly except: readonly string[]
  /** What stands in the first line: tests removed, flaky ones. In the user's language. */
  readonly notes: readonly string[]
}

export type JudgeGrounds = Demands & { readonly language: Language }

/** What the checks said at the end, by what they say of the base; pure, so that a replayed run judges the same. */
export function judgeChecks(report: CheckReport, grounds: JudgeGrounds): Judgement {
  const findings = [
    ...report.results.flatMap((result) => findingOf(result, grounds)),
    ...deletedFindings(report, grounds),
  ]
  const unknown = findings.filter(({ kind }) => kind === "unknown")
  const counting = findings.filter(({ kind }) => kind !== "unknown")
  const notes = notesOf(report, grounds)
  const isForbidden = findings.length > 0 || notes.length > 0 || report.isPartial
  const proving = isForbidden || isUntested(report.results) ? [] : report.results.filter(proves)
  return {
    counting,
    unknown,
    verified: proving.length > 0,
    proof: proofOf(proving, grounds.language),
    except: exceptOf(report, grounds.language),
    notes,
  }
}

function findingOf(result: CheckResult, grounds: JudgeGrounds): CheckFinding[] {
  const { name, compared, status } = result
  if (status === "passed" || !compared) return []
  if (compared.kind === "own") return [ownFinding(result, compared.failures)]
  const wanted = wantedOf(result, grounds)
  if (wanted) return [wantedFinding(result, wanted)]
  if (compared.kind !== "unknown") return []
  return [finding(name, "unknown", compared.failures, prompts.unknownText(result))]
}

function ownFinding(result: CheckResult, failures: readonly string[]): CheckFinding {
  const found = finding(result.name, "own", failures, prompts.ownText(result))
  return result.isAdded ? { ...found, isAdded: true } : found
}

function wantedFinding(result: CheckResult, { kind, names }: WantedGreen): CheckFinding {
  const isSure = kind === "must_pass"
  const text = prompts.wantedText(result, names, isSure)
  return finding(result.name, isSure ? "must_pass" : "unknown", failuresOf(result), text)
}

const MOST_LINES = 20

/** By these it shows whether a change made it smaller. */
function failuresOf(result: CheckResult): readonly string[] {
  const names = failureNames(result)
  return names.length > 0 ? names : result.failing.slice(0, MOST_LINES)
}

function finding(check: string, kind: CheckFinding["kind"], failures: readonly string[], text: string): CheckFinding {
  return { check, kind, failures, text }
}

/** What must pass and was deleted does not pass. */
function deletedFindings({ removed = [], results }: CheckReport, demands: JudgeGrounds): CheckFinding[] {
  const gone = removed.filter(({ kind }) => kind === "fewer_tests" || kind === "test_file" || kind === "skipped")
  const paths = [...new Set(gone.filter((one) => !isAskedFor(one, demands.request)).flatMap((one) => one.paths))]
  const [check] = results.filter(({ kind }) => kind === "test")
  return paths
    .filter((path) => isFileDemanded(path, demands))
    .map((path) => finding(check?.name ?? "test", "must_pass", [path], prompts.removedText(path)))
}

/** Green, or red as before in a part that is not its tests, which all passed; and about something that was changed. */
function proves({ status, isNew, kind, tests, counts, compared, isBeside, flaky }: CheckResult): boolean {
  if (flaky && flaky.length > 0) return false
  if (isBeside) return false
  // What the run made itself proves something only by tests.
  if (status === "passed") return isNew ? (tests ?? 0) > 0 : true
  const allPassed = kind === "test" && counts !== undefined && counts.failed === 0 && counts.passed > 0
  return compared?.kind === "as_before" && allPassed
}

/** There are tests for what was changed, and none of them ran: types and linters beside them say little of whether it works. */
function isUntested(results: readonly CheckResult[]): boolean {
  const tests = results.filter(({ kind, isBeside, isNew }) => kind === "test" && !isBeside && !isNew)
  return tests.length > 0 && !tests.some(({ status, tests: ran = 0 }) => status === "passed" || ran > 0)
}

function notesOf({ results, removed = [] }: CheckReport, { language, request }: JudgeGrounds): string[] {
  const unasked: readonly Removal[] = removed.filter((removal) => !isAskedFor(removal, request))
  return [
    ...unasked.map((removal) => removalNote(language, removal)),
    ...results.flatMap((one) => flakyNote(language, one)),
  ]
}

// Beside the readers' own type of this name, which stays among them.
export type { CheckFinding }
