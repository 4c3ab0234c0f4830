import type { Paint } from "../paint/paint.ts"
import { wrapLines } from "../paint/text.ts"
import { sayAsking } from "../words/prompt-words.ts"
import type { Choice, KeyQuestion } from "./ask-key.ts"
import type { Typed } from "./key-parser.ts"

type AnyKeyQuestion = KeyQuestion<unknown>

/** The question with its keys, for so many columns. Its last line stays open: it tells when keys are heard. */
export function drawQuestion({ title, choices }: AnyKeyQuestion, paint: Paint, columns: number): string {
  const narrow = choices.filter(({ isWide }) => !isWide)
  const wide = choices.filter(({ isWide }) => isWide)
  const lines = [
    `${paint("cyan", "◆")}  ${underneath(title, columns)}`,
    ...narrow.map((choice) => choiceLine(choice, paint, columns)),
    ...(wide.length === 0 ? [] : [`│  ${paint("dim", sayAsking("wide"))}`]),
    ...wide.map((choice) => choiceLine(choice, paint, columns)),
  ]
  return `${lines.join("\n")}\n${paint("dim", "└  …")}`
}

/** The last line anew: which keys there are, after a word on the one that was pressed. */
export function drawStatus({ choices }: AnyKeyQuestion, note: string, paint: Paint): string {
  const keys = choices.map(({ key }) => key)
  const offer = sayAsking("press", keys.slice(0, -1).join(", "), keys.at(-1) ?? "")
  return `${AGAIN}└  ${note === "" ? "" : `${paint("yellow", note)} `}${offer}`
}

/** The last line for good. */
export function lastLine(label: string | undefined, paint: Paint, columns: number): string {
  return `${AGAIN}└  ${label === undefined ? paint("dim", "–") : paint("green", underneath(label, columns))}\n`
}

/** What to say of input that answers nothing. */
export function wayOut(typed: Typed): string {
  if (typed.kind !== "key") return sayAsking("burst")
  const { key } = typed
  if (key === "\r" || key === "\n") return sayAsking("enter")
  return /^[!-~]$/.test(key) ? sayAsking("key.none", key) : sayAsking("key.other")
}

/** Back to the line's start, and nothing left on it. */
const AGAIN = "\r\x1b[K"

function choiceLine({ key, label }: Choice<unknown>, paint: Paint, columns: number): string {
  return `│  ${paint("bold", key)}  ${underneath(label, columns)}`
}

/** Text from outside may be long or have several lines; all of them stay within the question. */
function underneath(text: string, columns: number): string {
  return wrapLines(text, columns - INDENT.length).join(`\n${INDENT}`)
}

const INDENT = "│     "
