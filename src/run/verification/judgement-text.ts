import type { Language } from "../../protocol/environment.ts"
import { lineInMarkdown } from "../../text/quoted-name.ts"
import { say } from "../../text/words.ts"
import type { CheckRuling, Judgement } from "./judge-checks.ts"

const MOST_NAMES = 5

/** What has to be said of the checks beside their status, a line each; nothing where all are plainly green. */
export function judgementLines(language: Language, { checks }: Judgement): string[] {
  return checks.flatMap((check) => [...kindLines(language, check), ...noteLines(language, check)])
}

function kindLines(language: Language, { name, kind, counting }: CheckRuling): string[] {
  switch (kind) {
    case "failed":
      return counting.length > 0 ? [say(language, "check.counts", name, named(counting))] : []
    case "incomparable":
    case "gone":
      return [say(language, `check.${kind}`, name)]
    case "passed":
    case "as_before":
    case "flaky":
    case "unproven":
      return []
  }
}

function noteLines(language: Language, { name, asBefore, flaky, fewer }: CheckRuling): string[] {
  return [
    ...(asBefore > 0 ? [say(language, "check.as_before", name, asBefore)] : []),
    ...(flaky.length > 0 ? [say(language, "check.flaky", name, named(flaky))] : []),
    ...(fewer ? [say(language, "check.fewer", name, fewer.now, fewer.before)] : []),
  ]
}

/** Names come from the project's own output. */
function named(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(lineInMarkdown)
  return names.length > MOST_NAMES ? `${shown.join(", ")}, … (${names.length})` : shown.join(", ")
}
