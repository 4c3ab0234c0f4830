import type { Language } from "../../../protocol/log/environment.ts"
import type { Outcome } from "../../../protocol/log/outcome.ts"
import { lineInMarkdown } from "../../../text/quoted-name.ts"
import { say, type Word } from "../../../text/words/words.ts"
import { partsNotDone } from "../../../view/open-parts.ts"
import type { RunView } from "../../../view/run-view.ts"

/**
 * What an end names as not done: parts, and items of a list. Also where a limit left no room for the gate: there the summary's word
 * decides, and neither it nor the reader must be left without what is open. An end by force or fault claims nothing.
 */
export function openLines(language: Language, view: RunView, { status }: Outcome): readonly string[] {
  if (!view.gate && status !== "done" && status !== "incomplete") return []
  return partsNotDone(view).map(
    (part) => `${lineInMarkdown(part.title)} (${say(language, `status.${part.status}` as Word)})`,
  )
}
