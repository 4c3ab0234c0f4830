import { estimateTokens } from "../../model/seam/tokens.ts"

/** From so many repetitions on, and so much saved, a line that is said again and again is told once. */
const LEAST_REPEATS = 3
const WORTH_TOKENS = 60

/** The indexes of the lines that are worth telling: of a run of equal ones the first. */
export function toldOnce(lines: readonly string[]): number[] {
  const repeated = new Set<number>()
  let start = 0
  for (const [index, line] of lines.entries()) {
    if (line !== lines[start]) start = index
    if (lines[index + 1] === line || index - start < LEAST_REPEATS) continue
    for (let again = start + 1; again <= index; again++) repeated.add(again)
  }
  return [...lines.keys()].filter((index) => !repeated.has(index))
}

/** Whether a text says one line so often that saying so is shorter. */
export function isRepetitive(text: string): boolean {
  const lines = text.split("\n")
  const told = new Set(toldOnce(lines))
  return told.size < lines.length && sizeOf(lines.filter((_, index) => !told.has(index))) > WORTH_TOKENS
}

/** The text with each run of equal lines told by its first and their number. */
export function withoutRepeats(text: string): string {
  const lines = text.split("\n")
  const told = toldOnce(lines)
  if (told.length === lines.length) return text
  return told
    .flatMap((index, at) => {
      const more = (told[at + 1] ?? lines.length) - index - 1
      return more > 0 ? [lines[index] ?? "", repeatWord(more)] : [lines[index] ?? ""]
    })
    .join("\n")
}

/** Whether all lines from `first` to `last`, counted from 1, are the one before them. */
export function isRepeat(lines: readonly string[], first: number, last: number): boolean {
  return first > 1 && lines.slice(first - 1, last).every((line) => line === lines[first - 2])
}

export function repeatWord(more: number): string {
  return `[the line above ${more} more times]`
}

/** What the lines cost, each with its line end. */
export function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0)
}
