import { estimateTokens } from "../../model/seam/tokens.ts"
import { type Cut, clipFor, clipped, GAP_TOKENS, joined, NOTE_TOKENS, type ShownLines } from "./cut-result.ts"
import { takeLines } from "./digest.ts"
import { keyLines } from "./key-lines.ts"

/** Of a long request both ends, and between them what went wrong and what its own words are about, each with what stands beside it. */
export function cutRequest(request: string, tokens: number): Cut {
  const room = Math.max(LEAST_ROOM, tokens - NOTE_TOKENS)
  const clip = clipFor(request, room)
  const lines = clipped(request, clip)
  const least = endsOf(lines, room * (1 - KEY_SHARE))
  const keys = keysBetween(lines, least, room * KEY_SHARE)
  const { head, tail } = endsOf(lines, room * (1 - KEY_SHARE) + keys.left)
  const between = [...keys.taken].map((index): ShownLines => [index + 1, index + 1])
  const ranges = joined([[1, head], ...between, [lines.length - tail + 1, lines.length]])
  return { lines: joined([...ranges, ...littleGaps(lines, ranges)]), ...(clip === undefined ? {} : { clip }) }
}

const LEAST_ROOM = 20
/** For what stands between the ends; what is not used goes to these. */
const KEY_SHARE = 0.4
const HEAD_SHARE = 0.45
/** What the words about a gap take, in its place and in the note below. */
const SEAM = GAP_TOKENS + 5
/** Lines beside an error: what led to it, and what it says further. */
const [BEFORE, AFTER] = [2, 4]

/** Single lines that cost no more than the words about their absence. */
function littleGaps(lines: readonly string[], ranges: readonly ShownLines[]): ShownLines[] {
  return ranges.flatMap(([, last], at): ShownLines[] => {
    const isSingle = ranges[at + 1]?.[0] === last + 2
    return isSingle && estimateTokens(lines[last] ?? "") <= 2 * SEAM ? [[last + 1, last + 1]] : []
  })
}

type Ends = { readonly head: number; readonly tail: number }

function endsOf(lines: readonly string[], room: number): Ends {
  const head = takeLines(lines, room * HEAD_SHARE).count
  return { head, tail: takeLines(lines.slice(head).reverse(), room * (1 - HEAD_SHARE)).count }
}

/** The most telling first: errors, what the user names, warnings. */
function keysBetween(lines: readonly string[], { head, tail }: Ends, room: number) {
  const end = lines.length - tail
  const keys = keyLines(lines, head, end)
  const wrong = keys.filter(({ weight }) => weight > 1).map(({ number }) => around(number - 1, BEFORE, AFTER))
  const named = namedIn(lines, head, end).map((index) => around(index, 1, 1))
  const warned = keys.filter(({ weight }) => weight === 1).map(({ number }) => [number - 1])
  const taken = new Set<number>()
  let left = room
  for (const group of [...wrong, ...named, ...warned]) {
    const fresh = group.filter((index) => index >= head && index < end && !taken.has(index))
    const cost = fresh.reduce((sum, index) => sum + estimateTokens(lines[index] ?? "") + 1, SEAM)
    if (fresh.length === 0 || cost > left) continue
    for (const index of fresh) taken.add(index)
    left -= cost
  }
  return { taken, left }
}

function around(index: number, before: number, after: number): number[] {
  return Array.from({ length: before + 1 + after }, (_, at) => index - before + at)
}

/** The lines between that have a name in them that stands in the user's own words; one that is everywhere tells nothing. */
function namedIn(lines: readonly string[], from: number, to: number): number[] {
  const names = new Set(ownWords(lines).flatMap((line) => line.match(NAME) ?? []))
  const most = Math.max(MOST_OF_A_NAME, (to - from) / 20)
  const places = [...names].flatMap((name) => {
    const found = lines.flatMap((line, index) => (index >= from && index < to && line.includes(name) ? [index] : []))
    return found.length > 0 && found.length <= most ? [found] : []
  })
  return places.sort((one, other) => one.length - other.length).flat()
}

const MOST_OF_A_NAME = 12
/** With a digit, a dot, a slash or an underscore in it: what words of a language have not. */
const NAME = /(?=[\w-]*[\d_./#])[A-Za-z0-9_][\w.#/-]+[\w]/g

/** What the user seems to have typed around what was pasted: a short paragraph at either end, or a sentence there. */
function ownWords(lines: readonly string[]): string[] {
  return [paragraph(lines), paragraph(lines.toReversed())].flat()
}

function paragraph(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line.trim() !== "")
  const end = lines.findIndex((line, index) => index > start && line.trim() === "")
  if (end > 0 && end - start <= LONGEST_PARAGRAPH) return lines.slice(start, end)
  const [first = ""] = lines.slice(Math.max(0, start))
  return /[.?!:。？！：]\s*$/.test(first) ? [first] : []
}

const LONGEST_PARAGRAPH = 12
