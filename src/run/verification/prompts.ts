import { fence } from "../../text/fence.ts"
import { plural } from "../../text/words/units.ts"
import type { Unknown } from "./base/compare.ts"
import { type CheckReport, type CheckResult, failureNames } from "./check-report.ts"

/** What the checks say, for the judge and the next plan; empty where they say nothing. */
export function checksText({ results, later = [] }: CheckReport): string {
  if (results.length === 0 && later.length === 0) return ""
  return ["Results of the project's checks:", ...results.map(checkText), ...later.map(laterText)].join("\n")
}

function laterText({ name, command, ms }: NonNullable<CheckReport["later"]>[number]): string {
  return `${name} (${command}): not run yet on these changes, because it takes ${Math.round(ms / 1000)} s. Keelson runs it when you call the work complete, and comes back to you if your change broke something.`
}

/** For a model that calls the work done while checks fail. */
export function notDone(report: CheckReport): string {
  return `${checksText(report)}\nThe work is not done as long as a check fails. Fix it, or say why it can't be fixed.`
}

function checkText(result: CheckResult): string {
  const { status, compared, hindrance } = result
  if (status === "passed") return passedText(result)
  if (hindrance === "refused") return `${headOf(result)}: ${result.failing.join(" ")}`
  switch (compared?.kind) {
    case "as_before":
      return asBeforeText(result)
    case "says_nothing":
      return `${headOf(result)}: ${endOf(result)}. It is the same without your change, so it says nothing about it; ignore it.`
    case "unknown":
      return unknownText(result)
    default:
      return ownText(result)
  }
}

function passedText(result: CheckResult): string {
  const { flaky = [], isNew } = result
  const unsteady = flaky.length === 0 ? "" : `, but failed once on the same files: ${shown(flaky)}`
  return `${headOf(result)}: passed after ${secondsOf(result)}${isNew ? " (new: this run added the check)" : ""}${unsteady}${summed(result)}`
}

/** Red because of this run. */
export function ownText(result: CheckResult): string {
  const { compared, isNew } = result
  const before = compared?.asBefore ?? 0
  const also =
    before === 0
      ? ""
      : ` ${plural(before, "other failure")} in it ${before === 1 ? "occurs" : "occur"} without your change, too; leave ${before === 1 ? "it" : "them"}.`
  const told = !compared ? "" : isNew ? " This run added the check." : ` ${withoutChange(result)}`
  const wanted = result.isAdded
    ? " What fails are tests that you wrote. If the request wants them to fail, a reason in the words of the request settles it."
    : ""
  return `${headOf(result)}: ${endOf(result)}.${told}${also}${wanted}${detailsOf(result)}`
}

function withoutChange({ status, compared }: CheckResult): string {
  const { base } = compared ?? {}
  if (base?.status === "passed") return "Without your change it passes."
  if (status === "broken") return "Without your change it runs."
  const where = base?.script === undefined ? "" : `, in ${base.script}`
  return base?.status === "failed"
    ? `Without your change it fails too, but differently${where}.`
    : "Without your change it does not fail like this."
}

function asBeforeText(result: CheckResult): string {
  const { counts, kind, script: last, scripts = [] } = result
  const names = failureNames(result)
  const isTests = kind === "test" && counts !== undefined && counts.passed + counts.failed > 0
  const where = last !== undefined && scripts.length > 1 ? `Only ${last} fails` : "What fails is not a test"
  const tests = !isTests
    ? ""
    : counts.failed === 0
      ? ` All ${plural(counts.passed, "test")} pass. ${where}.`
      : ` ${counts.passed} pass, ${counts.failed} ${counts.failed === 1 ? "fails" : "fail"}.`
  const named = names.length === 0 ? "" : ` Failing: ${shown(names)}.`
  const said = `${headOf(result)}: ${exitOf(result)}.${tests}${named}`
  return result.wanted
    ? `${said} It failed before your change, too, but it was to pass, by the request or by must_pass.${detailsOf(result)}`
    : `${said} This is the same without your change; it is not yours, leave it.${summed(result)}${reasonIn(result)}`
}

/** Why it is red, in a few lines, where no test says it: whoever reports that has to know. */
function reasonIn(result: CheckResult): string {
  const lines = result.failures.length > 0 ? [] : linesIn(result)
  const shown = lines.length > MOST_REASON ? [...lines.slice(0, 3), "…", ...lines.slice(-(MOST_REASON - 4))] : lines
  return shown.length === 0 ? "" : `\n${fence(shown.join("\n"))}${wholeOf(result)}`
}

const MOST_REASON = 8

/** Red, and nobody knows whether it was before. */
export function unknownText(result: CheckResult): string {
  const why = result.compared?.why
  return `${headOf(result)}: ${endOf(result)}. It is not known whether it fails like this without your change: ${why ? REASONS[why] : "nothing was compared"}. If your change is the cause, fix it; if not, say why not.${detailsOf(result)}`
}

const REASONS: Readonly<Record<Unknown, string>> = {
  no_checkpoints: "there is no checkpoint of the original folder",
  uncovered: "a command changed files that no checkpoint covers",
  conflicts: "somebody else has changed the same lines since",
  no_copy: "the original folder could not be set up for comparison",
  cut: "in the original folder it did not finish",
  unable: "in the original folder it could not start",
  not_reached: "in the original folder an earlier script of it fails, so this one never ran",
  nameless: "it fails in the original folder, too, but with different output",
  no_excuse: "it fails in the original folder, too, but there it lacked files that this run created and git ignores",
}

/** Red before the run as well, and wanted green. */
export function wantedText(result: CheckResult, names: readonly string[], isSure: boolean): string {
  const asked = isSure
    ? "It must pass at the end of this run"
    : "The request seems to want it to pass: make it pass, or say why it does not have to"
  const which = names.length === 0 || names.join() === result.name ? "" : ` Failing: ${shown(names)}.`
  return `${headOf(result)}: ${endOf(result)}. It failed before your change, too.${which} ${asked}.${detailsOf(result)}`
}

export function removedText(path: string): string {
  return `${path} must pass at the end of this run, but tests in it were deleted or skipped, which does not count as passing. Restore them and make them pass.`
}

function headOf({ name, command }: CheckResult): string {
  return `${name} (${command})`
}

function endOf(result: CheckResult): string {
  const { hindrance, failing, failures } = result
  if (hindrance !== undefined)
    return `${(failing[0] ?? "could not run").replace(/\.$/, "")} (after ${secondsOf(result)})`
  const silent = failures.length === 0 ? "; it reported no failure by name" : ""
  return `${exitOf(result)}${silent}`
}

function exitOf(result: CheckResult): string {
  const { exit, script, scripts = [] } = result
  const where = script !== undefined && scripts.length > 1 ? ` in ${script}` : ""
  return `failed${where} with ${exit === null || exit === undefined ? "no exit code" : `exit code ${exit}`} after ${secondsOf(result)}`
}

function secondsOf({ ms }: CheckResult): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`
}

function detailsOf(result: CheckResult): string {
  const lines = linesIn(result)
  return `${lines.length === 0 ? "" : `\n${fence(lines.join("\n"))}`}${summed(result)}${wholeOf(result)}`
}

function linesIn({ command, failing, hindrance }: CheckResult): readonly string[] {
  // How it ended is said already.
  const isEnd = (line: string) => line.startsWith(`"${command}" ended with`)
  return hindrance === undefined ? failing.filter((line) => !isEnd(line)) : failing.slice(1)
}

function wholeOf({ output }: CheckResult): string {
  return output === undefined ? "" : `\nWhole output: read_artifact, id ${output}`
}

function summed({ summary = [] }: CheckResult): string {
  return summary.length === 0 ? "" : `\n${summary.map((line) => `  ${line}`).join("\n")}`
}

function shown(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ")
}
