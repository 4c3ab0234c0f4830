import { slips } from "../../../text/slips.ts"

/** Numbered from 1; `score` is the share of the wanted words that are there, 0 to 1. */
export type Passage = { readonly line: number; readonly lines: readonly string[]; readonly score: number }

/** Enough to recognise a passage by; keeps the search quick in large files. */
const LINES_COMPARED = 20
const LINES_SEARCHED = 50_000

/** At most three of `names` that could be slips of `wanted`, best first. */
export function closestNames(wanted: string, names: readonly string[]): string[] {
  const worst = Math.max(2, Math.floor(wanted.length / 3))
  return names
    .map((name) => ({ name, distance: nameDistance(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= worst)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name)
}

/** The passage of `lines` that has most in common with `wanted`, `undefined` if none has much. */
export function closestPassage(wanted: readonly string[], lines: readonly string[]): Passage | undefined {
  const target = wanted.slice(0, LINES_COMPARED).map(words)
  const searched = lines.slice(0, LINES_SEARCHED).map(words)
  let best = { start: 0, score: 0 }
  for (let start = 0; start < searched.length; start++) {
    const score = passageScore(target, searched, start)
    if (score > best.score) best = { start, score }
  }
  if (best.score < 0.5) return undefined
  return { line: best.start + 1, lines: lines.slice(best.start, best.start + wanted.length), score: best.score }
}

type Words = ReadonlySet<string>

function words(line: string): Words {
  return new Set(line.match(/\w+|[^\w\s]/g) ?? [])
}

function passageScore(target: readonly Words[], lines: readonly Words[], start: number): number {
  let common = 0
  let total = 0
  for (const [offset, wanted] of target.entries()) {
    const found = lines[start + offset]
    total += wanted.size + (found?.size ?? 0)
    if (found !== undefined) common += 2 * countCommon(wanted, found)
  }
  return total === 0 ? 0 : common / total
}

function countCommon(a: Words, b: Words): number {
  let common = 0
  for (const word of a) if (b.has(word)) common++
  return common
}

/** A name that only lacks or has more at an end counts little. */
function nameDistance(a: string, b: string): number {
  if (a !== "" && b !== "" && (a.startsWith(`${b}.`) || b.startsWith(`${a}.`))) return 1
  return slips(a, b)
}
