import type { Language } from "../../protocol/log/environment.ts"
import { lineInMarkdown } from "../../text/quoted-name.ts"
import { say } from "../../text/words/words.ts"
import type { Unknown } from "./base/compare.ts"
import type { CheckResult } from "./check-report.ts"
import type { Removal } from "./removals.ts"

const MOST_NAMES = 5

export function flakyNote(language: Language, { name, flaky = [] }: CheckResult): string[] {
  return flaky.length === 0 ? [] : [say(language, "check.flaky", name, named(flaky))]
}

/** What was removed, as the first line names it. */
export function removalNote(language: Language, removal: Removal): string {
  const paths = named(removal.paths)
  switch (removal.kind) {
    case "fewer_tests":
      return say(language, removal.count === 1 ? "removed.test" : "removed.tests", removal.count, paths)
    case "test_file":
      return say(language, "removed.test_file", paths)
    case "skipped":
      return say(language, removal.count === 1 ? "removed.skipped_one" : "removed.skipped", removal.count, paths)
    case "config":
      return say(language, "removed.config", paths)
    case "check":
      return say(language, "removed.check", lineInMarkdown(removal.name), lineInMarkdown(removal.command))
  }
}

export function unknownWord(language: Language, why: Unknown | undefined): string {
  return say(language, `unknown.${why ?? "no_checkpoints"}`)
}

/** Names come from the project's own output. */
function named(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(lineInMarkdown)
  return names.length > MOST_NAMES ? `${shown.join(", ")}, … (${names.length})` : shown.join(", ")
}
