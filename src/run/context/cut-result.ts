import { estimateTokens } from "../../model/tokens.ts"
import { clipLine, takeLines } from "./digest.ts"
import { keyLines } from "./key-lines.ts"

/** The part of a result that is shown: ranges of its lines, counted from 1; a line that costs more than `clip` is shown by its ends. */
export type Cut = { readonly lines: readonly ShownLines[]; readonly clip?: number | undefined }
export type ShownLines = readonly [first: number, last: number]

/** `head`: what is read from its beginning on. `ends`: what says most at its end, or where something went wrong. */
export type Manner = "head" | "ends"

/** Chooses what to show of a text within `tokens`. */
export function cutResult(text: string, tokens: number, manner: Manner): Cut {
  const room = Math.max(LEAST_ROOM, tokens - NOTE_TOKENS)
  const clip = Math.floor(room * CLIP_SHARE)
  const isEndless = text.split("\n").some((line) => estimateTokens(line) > clip)
  const lines = clipped(text, isEndless ? clip : undefined)
  const shown = manner === "head" ? [head(lines, room)] : withKeys(lines, room)
  return { lines: joined(shown), ...(isEndless ? { clip } : {}) }
}

/** What a note about the cut takes, and what is shown however little room there is. */
const NOTE_TOKENS = 60
const LEAST_ROOM = 20
const CLIP_SHARE = 0.5
const KEY_SHARE = 0.3
const HEAD_SHARE = 0.6

function head(lines: readonly string[], room: number): ShownLines {
  return [1, Math.max(1, takeLines(lines, room).count)]
}

function withKeys(lines: readonly string[], room: number): ShownLines[] {
  const rest = room * (1 - KEY_SHARE)
  const [, start] = head(lines, rest * HEAD_SHARE)
  const tail = takeLines(lines.slice(start).reverse(), rest * (1 - HEAD_SHARE)).count
  const keys = keyLines(lines, start, lines.length - tail)
  const chosen = takeLines(
    keys.map(({ number }) => lines[number - 1] ?? ""),
    room * KEY_SHARE,
  ).count
  const between = keys.slice(0, chosen).map(({ number }): ShownLines => [number, number])
  return [[1, start], ...between, [lines.length - tail + 1, lines.length]]
}

/** In order, and without seams where one range goes on in the next. */
function joined(ranges: readonly ShownLines[]): ShownLines[] {
  const whole: [number, number][] = []
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = whole.at(-1)
    if (first > last) continue
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else whole.push([first, last])
  }
  return whole
}

/** The shown part of a text, with a word where something is left out. */
export function renderCut(text: string, { lines: ranges, clip }: Cut): string {
  const lines = clipped(text, clip)
  let next = 1
  const parts = ranges.flatMap(([first, last]) => {
    const gap = first > next ? [`[… lines ${next}-${first - 1} left out …]`] : []
    next = last + 1
    return [...gap, ...lines.slice(first - 1, last)]
  })
  return parts.join("\n")
}

function clipped(text: string, clip: number | undefined): string[] {
  const lines = text.split("\n")
  return clip === undefined ? lines : lines.map((line) => (estimateTokens(line) > clip ? clipLine(line, clip) : line))
}

/** `1-310, 402, 900-1000`: as it is recorded and as it is told. */
export function rangesText(ranges: readonly ShownLines[]): string {
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(", ")
}

export function parseRanges(text: string): ShownLines[] {
  return text.split(", ").flatMap((part) => {
    const [first, last = first] = part.split("-").map(Number)
    return first === undefined || last === undefined || Number.isNaN(first) ? [] : [[first, last] as const]
  })
}

/** The first lines that are not shown; `undefined` where only the ends of long lines are missing. */
export function firstGap(ranges: readonly ShownLines[], total: number): ShownLines | undefined {
  let next = 1
  for (const [first, last] of ranges) {
    if (first > next) return [next, first - 1]
    next = last + 1
  }
  return next <= total ? [next, total] : undefined
}
