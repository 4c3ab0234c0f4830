import type { Language } from "../../protocol/log/environment.ts"
import { lineInMarkdown } from "../../text/quoted-name.ts"
import { count, duration } from "../../text/words/units.ts"
import { listOf, noted, say } from "../../text/words/words.ts"
import type { CheckReport, CheckResult } from "./check-report.ts"
import { unknownWord } from "./judgement-text.ts"

/** What an end is verified by, from the checks that prove something: "51 passing tests and lint". */
export function proofOf(proving: readonly CheckResult[], language: Language): string {
  const tests = proving.reduce((sum, result) => sum + testsIn(result), 0)
  const others = proving.filter((result) => testsIn(result) === 0).map(({ name }) => lineInMarkdown(name))
  const counted = tests === 0 ? [] : [say(language, tests === 1 ? "proof.test" : "proof.tests", count(tests))]
  return listOf(language, [...counted, ...others])
}

/** Only tests know what passed. */
function testsIn({ kind, counts, tests = 0 }: CheckResult): number {
  return kind === "test" ? (counts?.passed ?? tests) : 0
}

/** What is not green and does not count, a clause for each kind: "red as before: test and lint (both in postlint)". */
export function exceptOf({ results, uncovered = [] }: CheckReport, language: Language): string[] {
  const clause = (word: Parameters<typeof say>[1], items: readonly string[]) =>
    items.length === 0 ? [] : [say(language, word, listOf(language, items))]
  const of = (isMeant: (result: CheckResult) => boolean) =>
    results.filter((result) => result.status !== "passed" && isMeant(result))
  const refused = of(isRefused)
  const silent = of((result) => !isRefused(result) && result.compared?.kind === "says_nothing")
  return [
    ...asBefore(
      language,
      of((result) => !isRefused(result) && result.compared?.kind === "as_before"),
    ),
    ...clause(
      "except.unknown",
      of((result) => !isRefused(result) && result.compared?.kind === "unknown").map((result) =>
        noted(language, nameOf(result), unknownWord(language, result.compared?.why)),
      ),
    ),
    ...clause(
      "except.unable",
      silent.filter(isUnable).map((result) => noted(language, nameOf(result), reasonIn(result.failing))),
    ),
    ...silent
      .filter((result) => !isUnable(result))
      .map((result) => say(language, "except.endless", nameOf(result), duration(result.ms))),
    ...clause("except.refused", refused.map(nameOf)),
    ...clause("except.uncovered", uncovered.map(lineInMarkdown)),
  ]
}

function isRefused({ hindrance }: CheckResult): boolean {
  return hindrance === "refused"
}

function isUnable({ hindrance }: CheckResult): boolean {
  return hindrance !== "cut"
}

/** Where all are red in one script it is said once. */
function asBefore(language: Language, red: readonly CheckResult[]): string[] {
  if (red.length === 0) return []
  const scripts = new Set(red.map(scriptOf))
  const [script] = scripts
  const names = red.map(nameOf)
  if (red.length > 1 && scripts.size === 1 && script !== undefined) {
    const where = say(language, red.length === 2 ? "check.in_both" : "check.in_all", lineInMarkdown(script))
    return [say(language, "except.as_before", noted(language, listOf(language, names), where))]
  }
  const placed = red.map((result) => {
    const where = scriptOf(result)
    return where === undefined
      ? nameOf(result)
      : noted(language, nameOf(result), say(language, "check.in", lineInMarkdown(where)))
  })
  return [say(language, "except.as_before", listOf(language, placed))]
}

/** The script that is red, where the check runs several. */
export function scriptOf({ name, script, scripts = [] }: CheckResult): string | undefined {
  return script === undefined || script === name || scripts.length < 2 ? undefined : script
}

function nameOf({ name }: CheckResult): string {
  return lineInMarkdown(name)
}

/** Without what the clause around it says. */
export function reasonIn([first = ""]: readonly string[]): string {
  return lineInMarkdown(first.replace(/^Could not run: /, "").replace(/\.$/, ""))
}
