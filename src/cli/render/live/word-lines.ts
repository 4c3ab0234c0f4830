import { unheard } from "../../../view/apply/apply-words.ts"
import type { RunView } from "../../../view/run-view.ts"
import type { Paint } from "../../paint/paint.ts"
import { cutTo, onOneLine } from "../../paint/text.ts"
import { sayHere } from "../../words/chat-words.ts"

/** What was said to the run and waits to be heard. */
export function wordLines(view: RunView, columns: number, paint: Paint): readonly string[] {
  if (view.outcome) return []
  return unheard(view).map(({ text }) => paint("yellow", cutTo(`⧗ ${sayHere("queued", onOneLine(text))}`, columns)))
}
