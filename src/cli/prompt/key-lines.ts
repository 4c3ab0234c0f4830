import type { Paint } from "../render/paint.ts"
import type { Choice, KeyQuestion } from "./ask-key.ts"
import type { Typed } from "./key-parser.ts"

type AnyKeyQuestion = KeyQuestion<unknown>

/** The question with its keys. Its last line stays open: it tells when keys are heard. */
export function drawQuestion({ title, choices }: AnyKeyQuestion, paint: Paint): string {
  const narrow = choices.filter(({ isWide }) => !isWide)
  const wide = choices.filter(({ isWide }) => isWide)
  const lines = [
    `${paint("cyan", "◆")}  ${underneath(title)}`,
    ...narrow.map((choice) => choiceLine(choice, paint)),
    ...(wide.length === 0 ? [] : [`│  ${paint("dim", "more than this once:")}`]),
    ...wide.map((choice) => choiceLine(choice, paint)),
  ]
  return `${lines.join("\n")}\n${paint("dim", "└  …")}`
}

/** The last line anew: which keys there are, after a word on the one that was pressed. */
export function drawStatus({ choices }: AnyKeyQuestion, note: string, paint: Paint): string {
  const keys = choices.map(({ key }) => key)
  const offer = `${keys.slice(0, -1).join(", ")} or ${keys.at(-1)}`
  return `${AGAIN}└  ${note === "" ? "" : `${paint("yellow", note)} `}Press ${offer}: `
}

/** The last line for good. */
export function lastLine(label: string | undefined, paint: Paint): string {
  return `${AGAIN}└  ${label === undefined ? paint("dim", "–") : paint("green", underneath(label))}\n`
}

/** What to say of input that answers nothing. */
export function wayOut(typed: Typed): string {
  if (typed.kind !== "key") return "Only single keys count."
  const { key } = typed
  if (key === "\r" || key === "\n") return "Enter is no answer."
  return /^[!-~]$/.test(key) ? `No "${key}" here.` : "Not this key."
}

/** Back to the line's start, and nothing left on it. */
const AGAIN = "\r\x1b[K"

function choiceLine({ key, label }: Choice<unknown>, paint: Paint): string {
  return `│  ${paint("bold", key)}  ${underneath(label)}`
}

/** Text from outside may have several lines; all of them stay within the question. */
function underneath(text: string): string {
  return text.replaceAll("\n", "\n│     ")
}
