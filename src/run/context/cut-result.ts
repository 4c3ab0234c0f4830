import { estimateTokens } from "../../model/seam/tokens.ts"
import { clipLine, takeLines } from "./digest.ts"
import { keyLines } from "./key-lines.ts"
import { isRepeat, repeatWord, sizeOf, toldOnce } from "./repeats.ts"

/** The part of a result that is shown: ranges of its lines, counted from 1; a line that costs more than `clip` is shown by its ends. */
export type Cut = { readonly lines: readonly ShownLines[]; readonly clip?: number | undefined }
export type ShownLines = readonly [first: number, last: number]

/**
 * `head`: what is read from its beginning on. `ends`: what says most at its end, or where something went wrong; of a line that is
 * repeated the first. Else the lines that were asked for come before all others.
 */
export type Manner = "head" | "ends" | ((line: string) => boolean)

/** Chooses what to show of a text within `tokens`. */
export function cutResult(text: string, tokens: number, manner: Manner): Cut {
  const room = Math.max(LEAST_ROOM, tokens - NOTE_TOKENS)
  const clip = clipFor(text, room)
  const lines = clipped(text, clip)
  return { lines: joined(chosen(lines, room, manner)), ...(clip === undefined ? {} : { clip }) }
}

/** What a single line may cost, where one costs more. */
export function clipFor(text: string, room: number): number | undefined {
  const clip = Math.floor(room * CLIP_SHARE)
  return text.split("\n").some((line) => estimateTokens(line) > clip) ? clip : undefined
}

function chosen(lines: readonly string[], room: number, manner: Manner): ShownLines[] {
  if (manner === "head") return [head(lines, room)]
  if (manner !== "ends") return askedFor(lines, room, manner)
  const told = toldOnce(lines)
  const all = told.map((index) => lines[index] ?? "")
  const gaps = told.filter((index, at) => told[at + 1] !== index + 1).length
  const isAll = told.length < lines.length && sizeOf(all) + GAP_TOKENS * gaps <= room
  const ranges: ShownLines[] = isAll ? [[1, all.length]] : withKeys(all, room)
  return ranges.flatMap(([first, last]) =>
    told.slice(first - 1, last).map((index): ShownLines => [index + 1, index + 1]),
  )
}

/** What was asked for, in its order; then what stands beside it, as far as there is room. */
function askedFor(lines: readonly string[], room: number, isAskedFor: (line: string) => boolean): ShownLines[] {
  const wanted = lines.flatMap((line, index) => (isAskedFor(line) ? [index] : []))
  const taken = new Set<number>()
  let left = room
  const take = (index: number): boolean => {
    const line = lines[index]
    if (line === undefined || taken.has(index)) return true
    const seam = taken.size > 0 && !taken.has(index - 1) && !taken.has(index + 1) ? GAP_TOKENS : 0
    left -= estimateTokens(line) + 1 + seam
    if (left >= 0) taken.add(index)
    return left >= 0
  }
  const isEnough = wanted.every(take)
  if (taken.size === 0) return [head(lines, room)]
  const beside = (distance: number) => wanted.every((index) => take(index - distance) && take(index + distance))
  for (let distance = 1; isEnough && distance <= MOST_BESIDE && beside(distance); distance++);
  return [...taken].map((index) => [index + 1, index + 1])
}

/** What a note about the cut takes, and what is shown however little room there is. */
export const NOTE_TOKENS = 60
const LEAST_ROOM = 20
const CLIP_SHARE = 0.5
const KEY_SHARE = 0.3
/** What the word about a gap takes. */
export const GAP_TOKENS = 12
/** Lines around what was asked for; no tool shows more. */
const MOST_BESIDE = 20
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
export function joined(ranges: readonly ShownLines[]): ShownLines[] {
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
    const gap = first > next ? [gapWord(lines, [next, first - 1])] : []
    next = last + 1
    return [...gap, ...lines.slice(first - 1, last)]
  })
  const isEnded = next > lines.length || !isRepeat(lines, next, lines.length)
  return [...parts, ...(isEnded ? [] : [gapWord(lines, [next, lines.length])])].join("\n")
}

function gapWord(lines: readonly string[], gap: ShownLines): string {
  const [first, last] = gap
  return isRepeat(lines, first, last)
    ? repeatWord(last - first + 1)
    : `[… ${first === last ? `line ${first}` : `lines ${first}-${last}`} left out …]`
}

export function clipped(text: string, clip: number | undefined): string[] {
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

/** The first lines that are neither shown nor said to be those above; `undefined` where only the ends of long lines are missing. */
export function firstGap(ranges: readonly ShownLines[], text: string): ShownLines | undefined {
  return gapsIn(ranges, text)[0]
}

/** All lines that are neither shown nor said to be those above. */
export function gapsIn(ranges: readonly ShownLines[], text: string): ShownLines[] {
  const lines = text.split("\n")
  const starts = [1, ...ranges.map(([, last]) => last + 1)]
  const ends = [...ranges.map(([first]) => first - 1), lines.length]
  return starts.flatMap((first, at): ShownLines[] => {
    const last = ends[at] ?? 0
    return last < first || isRepeat(lines, first, last) ? [] : [[first, last]]
  })
}
