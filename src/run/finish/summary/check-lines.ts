import type { Language } from "../../../protocol/log/environment.ts"
import { clip } from "../../../text/clip.ts"
import { codeSpan } from "../../../text/fence.ts"
import { nameInMarkdown, quotedName } from "../../../text/quoted-name.ts"
import { count } from "../../../text/words/units.ts"
import { joined, say } from "../../../text/words/words.ts"
import type { CheckView, RunView } from "../../../view/run-view.ts"
import { tellingLines } from "../../../view/telling-lines.ts"
import { reasonIn } from "../../verification/judgement-clauses.ts"

/** So much of what a red check says stands in the report of an end. */
const MOST_LINES = 3
const LONGEST = 200

/** Each check as it came out last, as items of a list; a red one with the lines that tell why, and where two say the same it is said once. */
export function checkLines(language: Language, { checks }: RunView): readonly string[] {
  const told = new Map<string, string>()
  return checks.flatMap((check) => {
    const lines = tellingLines(check)
    const same = told.get(lines.join("\n"))
    const name = nameInMarkdown(check.name)
    const head = `- ${name}${language === "zh" ? "：" : ": "}${statusOf(language, check)}`
    if (lines.length === 0) return [head]
    if (same !== undefined) return [joined(language, [head, say(language, "check.same_output", same)])]
    told.set(lines.join("\n"), name)
    const shown = lines.slice(0, MOST_LINES)
    const more = check.failing.length > 0 && lines.length > MOST_LINES
    return [
      head,
      ...shown.map((line) => `  - ${codeSpan(quotedName(clip(line.trim(), LONGEST)))}`),
      ...(more ? [`  - ${say(language, "check.more_lines", lines.length - MOST_LINES)}`] : []),
    ]
  })
}

/** How it stands, in words: "red as before, in its script postlint; all 51 tests pass". */
function statusOf(language: Language, check: CheckView): string {
  const { status, hindrance, failing, tests = 0, script, compared } = check
  if (hindrance === "refused") return say(language, "check.not_allowed")
  if (status === "broken")
    return hindrance === "cut" ? reasonIn(failing) : say(language, "check.unable_why", reasonIn(failing))
  if (status === "passed")
    return tests > 0 ? say(language, "check.passed_tests", count(tests)) : say(language, "check.passed")
  const red = compared === "as_before" ? "check.red_before" : "check.failed"
  const said =
    script === undefined || script === check.name
      ? say(language, red)
      : say(language, `${red}_in`, nameInMarkdown(script))
  const unsure = compared === "unknown" ? [say(language, "check.not_compared")] : []
  return joined(language, [said, ...passing(language, check), ...unsure])
}

/** Where something else than its tests failed. */
function passing(language: Language, { failing: [first = ""], tests = 0 }: CheckView): string[] {
  const isAll = tests > 0 && /; (?:all \d+ tests|the one test) that (?:were|was) counted passed\.$/.test(first)
  return isAll ? [say(language, tests === 1 ? "check.test_passes" : "check.tests_pass", count(tests))] : []
}
