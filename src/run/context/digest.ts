import { estimateTokens, LEAST_TOKENS } from "../../model/seam/tokens.ts"
import { keyLines } from "./key-lines.ts"
import { withoutRepeats } from "./repeats.ts"

/** A result to be shown within `tokens`; `artifact` is the id under which the rest can be opened. */
export type Digestible = { readonly text: string; readonly tokens: number; readonly artifact: string }

/**
 * What the context gets of a result: all of it where it fits; else the lines that matter (errors and failing tests), its
 * head and its tail, its size, and the id that opens the rest.
 */
export function digestResult({ text, tokens, artifact }: Digestible): string {
  if (isBinary(text)) return `[binary data, ${text.length} characters, not shown; whole: ${artifact}]`
  if (estimateTokens(text) <= tokens) return text
  const size = `[${text.split("\n").length} lines, ${text.length} characters; whole: ${artifact}]`
  const told = withoutRepeats(text)
  if (estimateTokens(told) <= tokens) return `${told}\n${size}`
  const lines = text.split("\n")
  const keys = middleKeys(lines, tokens)
  const ends = digestText(told, tokens - keys.reduce((sum, line) => sum + estimateTokens(line) + 1, 0))
  return [...(keys.length > 0 ? ["Key lines:", ...keys, "Head and tail:"] : []), ends, size].join("\n")
}

/** Key lines that head and tail would not show anyway. */
function middleKeys(lines: readonly string[], tokens: number): string[] {
  const room = tokens * KEY_SHARE
  const rest = tokens - room
  const head = takeLines(lines, rest * HEAD_SHARE).count
  const tail = takeLines(lines.slice(head).reverse(), rest * (1 - HEAD_SHARE)).count
  const numbered = keyLines(lines, head, lines.length - tail).map(({ number, text }) => `${number}: ${text}`)
  return takeLines(numbered, room).lines.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
}

const KEY_SHARE = 0.4
const HEAD_SHARE = 0.6

/** Bytes that were no text: control characters, or what a decoder put in their place. */
export function isBinary(text: string): boolean {
  const sample = text.slice(0, 4096)
  let odd = 0
  for (let index = 0; index < sample.length; index++) if (isOdd(sample.charCodeAt(index))) odd++
  return sample.length >= 64 && odd > sample.length / 10
}

function isOdd(unit: number): boolean {
  return unit === 0xfffd || (unit < 0x20 && unit !== 9 && unit !== 10 && unit !== 13 && unit !== 27)
}

/** A long text's head and tail within `tokens`, and how much was left out between them. */
export function digestText(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  const lines = text.split("\n")
  const head = takeLines(lines, tokens * HEAD_SHARE)
  const tail = takeLines(lines.slice(head.count).reverse(), tokens * (1 - HEAD_SHARE))
  const left = lines.length - head.count - tail.count
  const gap = left > 0 ? [`[… ${left} of ${lines.length} lines left out …]`] : []
  return [...head.lines, ...gap, ...tail.lines.reverse()].join("\n")
}

/** The first lines within `tokens`; at least one, clipped if it must be. */
export function takeLines(lines: readonly string[], tokens: number): { lines: string[]; count: number } {
  const taken: string[] = []
  let left = tokens
  for (const line of lines) {
    const cost = estimateTokens(line) + 1
    if (cost > left) {
      if (taken.length > 0) break
      taken.push(clipLine(line, left))
      break
    }
    taken.push(line)
    left -= cost
  }
  return { lines: taken, count: taken.length }
}

/** One endless line must not fill the digest, nor leave it empty: its own head and tail are kept. */
export function clipLine(line: string, tokens: number): string {
  const room = Math.max(8, tokens)
  const head = line
    .slice(
      0,
      fitting(room * 0.6, (length) => line.slice(0, length)),
    )
    .replace(/[\ud800-\udbff]$/, "")
  const rest = line.slice(head.length)
  const tail = rest.slice(-fitting(room * 0.4, (length) => rest.slice(-length))).replace(/^[\udc00-\udfff]/, "")
  const left = rest.length - tail.length
  return left > 0 ? `${head}[… ${left} characters left out …]${tail}` : line
}

/** How many characters `part` may have to stay within `tokens`; at least one. */
function fitting(tokens: number, part: (length: number) => string): number {
  let least = 1
  let most = Math.max(1, Math.ceil(tokens / LEAST_TOKENS))
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (estimateTokens(part(middle)) <= tokens) least = middle
    else most = middle - 1
  }
  return least
}
