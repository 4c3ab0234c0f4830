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

/** One endless line must not fill the digest, nor leave it empty: its own head and tail are kept. */
function clip(line: string, tokens: number): string {
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
  // No character is cheaper than a quarter of a token.
  let most = Math.max(1, Math.ceil(tokens * 4))
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (estimateTokens(part(middle)) <= tokens) least = middle
    else most = middle - 1
  }
  return least
}
