import { clip } from "../../text/clip.ts"

/** A line that says more than its neighbours, with its number in the whole text; `weight`: 2 for what went wrong, 1 for a warning. */
export type KeyLine = { readonly number: number; readonly text: string; readonly weight: number }

/** The lines between two indexes that matter, the most telling first: errors and failing tests, then warnings. */
export function keyLines(lines: readonly string[], from = 0, to = lines.length): KeyLine[] {
  const found: KeyLine[] = []
  for (let index = from; index < to; index++) {
    const text = shortened(lines[index] ?? "")
    const weight = weightOf(text)
    if (weight > 0) found.push({ number: index + 1, text, weight })
  }
  return withoutTwins(found.sort((a, b) => b.weight - a.weight || a.number - b.number))
}

/** The most telling lines of a result in one line, for a memory of it; empty where there is none. */
export function gist(text: string, most: number): string {
  const lines = text.split("\n")
  const telling = keyLines(lines).filter(({ weight }) => weight > 1)
  const chosen = telling.length > 0 ? telling.slice(0, 3).map((line) => line.text) : [lines.find((line) => line.trim())]
  return clip(chosen.join(" | ").replace(/\s+/g, " ").trim(), most)
}

function weightOf(text: string): number {
  if (NOTHING_WRONG.test(text)) return 0
  if (ERROR.test(text) || FAILING.test(text)) return 2
  return WARNING.test(text) ? 1 : 0
}

const ERROR = /\b(\w*error|exception|fatal|panic(ked)?|traceback|segmentation fault|abort(ed)?)\b|错误|异常|致命/i
const FAILING =
  /\b(fail(ed|ure|ures|s|ing)?|not ok|assert(ion)?\w*|expected|undefined reference|cannot|denied)\b|失败|断言|^[^\p{L}\p{N}]*[✗✘✖×]/iu
const WARNING = /\bwarn(ing)?s?\b|\bdeprecated\b|警告/i
const NOTHING_WRONG =
  /\b(0|no) (\w+ )?(errors?|failures?|failed|failing|warnings?)\b|\b(errors?|failures?|failed|fail)\b\W{1,3}0\b/i

const LONGEST = 300

function shortened(line: string): string {
  const text = line.length > 4 * LONGEST ? line.slice(0, 4 * LONGEST) : line
  return clip(text.trim(), LONGEST)
}

/** The same words again, with other numbers in them, tell nothing new. */
function withoutTwins<Line extends KeyLine>(lines: readonly Line[]): Line[] {
  const seen = new Set<string>()
  return lines.filter(({ text }) => {
    const words = text.replace(/\d+/g, "0")
    if (seen.has(words)) return false
    seen.add(words)
    return true
  })
}
