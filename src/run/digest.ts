import { estimateTokens } from "../model/tokens.ts"

/** What the context gets of a long text: its head and its tail within `tokens`, and how much was left out between them. */
export function digestText(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  const lines = text.split("\n")
  const head = take(lines, tokens * 0.6)
  const tail = take(lines.slice(head.count).reverse(), tokens * 0.4)
  const left = lines.length - head.count - tail.count
  const gap = left > 0 ? [`[… ${left} of ${lines.length} lines left out …]`] : []
  return [...head.lines, ...gap, ...tail.lines.reverse()].join("\n")
}

function take(lines: readonly string[], tokens: number): { lines: string[]; count: number } {
  const taken: string[] = []
  let left = tokens
  for (const line of lines) {
    const cost = estimateTokens(line) + 1
    if (cost > left) {
      if (taken.length > 0) break
      taken.push(clip(line, left))
      break
    }
    taken.push(line)
    left -= cost
  }
  return { lines: taken, count: taken.length }
}

/** One endless line must not fill the digest, nor leave it empty. */
function clip(line: string, tokens: number): string {
  const characters = Math.max(20, Math.floor(tokens * 3))
  return line.length <= characters
    ? line
    : `${line.slice(0, characters)}[… ${line.length - characters} characters left out …]`
}
