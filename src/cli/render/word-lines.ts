import { unheard } from "../../view/apply-words.ts"
import type { RunView } from "../../view/run-view.ts"
import { sayHere } from "../chat/words.ts"
import type { Paint } from "./paint.ts"
import { cutTo, onOneLine } from "./text.ts"

/** What was said to the run and waits to be heard. */
export function wordLines(view: RunView, columns: number, paint: Paint): readonly string[] {
  if (view.outcome) return []
  return unheard(view).map(({ text }) => paint("yellow", cutTo(`⧗ ${sayHere("queued", onOneLine(text))}`, columns)))
}
