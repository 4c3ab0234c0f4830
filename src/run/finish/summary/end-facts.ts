import type { Language } from "../../../protocol/log/environment.ts"
import type { Outcome } from "../../../protocol/log/outcome.ts"
import { say } from "../../../text/words/words.ts"
import { endMessage } from "../../../view/facts-of.ts"
import type { RunView } from "../../../view/run-view.ts"
import { checkLines } from "./check-lines.ts"
import { endLine } from "./end-line.ts"
import { languageIn } from "./of-view.ts"
import { isPlainAnswer, readerFacts } from "./report.ts"
import { requirementItems } from "./requirement-lines.ts"

/**
 * An end as people read it: how it came out, and if it is not done why, with what shows it; what the run says of itself; what it changed, and the
 * rest of what the engine knows. An answer that is all there is to tell comes first.
 */
export function messageOf(view: RunView, outcome: Outcome, text: string): string {
  const language = languageIn(view)
  const first = [fact(language, "facts.outcome", endLine(view, outcome))]
  const isDone = outcome.status === "done"
  const evidence = [
    ...list(language, "facts.checks", checkLines(language, view)),
    ...requirements(language, { ...view, outcome }),
  ]
  const { stuck, files, other } = readerFacts(view, outcome)
  const head = isDone ? first : [...first, ...evidence, ...stuck.map(item)]
  const rest = [...files.map(item), ...(isDone ? [...evidence, ...stuck.map(item)] : []), ...other.map(item)]
  const isPlain = isPlainAnswer({ ...view, outcome })
  return isPlain
    ? endMessage({ head: "", text, rest: [...head, ...rest].join("\n") })
    : endMessage({ head: head.join("\n"), text, rest: rest.join("\n") })
}

function requirements(language: Language, view: RunView): string[] {
  const { title, items } = requirementItems(language, view)
  return list(language, title, items)
}

type Title = Parameters<typeof say>[1]

function list(language: Language, title: Title, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [item(`**${say(language, title)}:**`), ...items.map((line) => `  ${line}`)]
}

function fact(language: Language, title: Title, text: string): string {
  return item(`**${say(language, title)}:** ${text}`)
}

function item(line: string): string {
  return `- ${line}`
}
