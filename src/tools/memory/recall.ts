import type { MemoryNote } from "./note.ts"

const SCRIPTS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{N}_]+/gu
const WITHOUT_SPACES = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** What a text is found by: its words; where a script has no spaces, each two neighbours. */
export function terms(text: string): string[] {
  const runs = text.normalize("NFKC").toLowerCase().match(SCRIPTS) ?? []
  return runs.flatMap((run) => (WITHOUT_SPACES.test(run) ? pairs([...run]) : stems(run)))
}

/** The notes that have something of the query, best first; with an empty query the newest. */
export function recall(notes: readonly MemoryNote[], query: string, most: number): MemoryNote[] {
  const wanted = [...new Set(terms(query))]
  if (wanted.length === 0) return [...notes].sort(newestFirst).slice(0, most)
  const indexed = notes.map((note) => ({ note, terms: terms(`${note.text} ${note.source}`) }))
  const weights = new Map(wanted.map((term) => [term, rarity(term, indexed)]))
  return indexed
    .map(({ note, terms: own }) => ({ note, score: score(own, weights) }))
    .filter((found) => found.score > 0)
    .sort((a, b) => b.score - a.score || newestFirst(a.note, b.note))
    .slice(0, most)
    .map(({ note }) => note)
}

/** A word that stands in few notes tells more than one that stands in all. */
function rarity(term: string, indexed: readonly { readonly terms: readonly string[] }[]): number {
  const having = indexed.filter(({ terms: own }) => own.includes(term)).length
  return Math.log(1 + (indexed.length - having + 0.5) / (having + 0.5))
}

/** Further mentions count less and less, and a long note needs more of them. */
function score(own: readonly string[], weights: ReadonlyMap<string, number>): number {
  const length = 0.5 + own.length / 100
  let sum = 0
  for (const [term, weight] of weights) {
    const mentions = own.filter((one) => one === term).length
    sum += (weight * mentions * 2.2) / (mentions + 1.2 * length)
  }
  return sum
}

function pairs(letters: readonly string[]): string[] {
  if (letters.length === 1) return [...letters]
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

/** "tests" is also found by "test", and the other way round. */
function stems(word: string): string[] {
  return [word.length > 3 ? word.replace(/(?<!s)s$/, "") : word]
}

function newestFirst(a: MemoryNote, b: MemoryNote): number {
  return b.created.localeCompare(a.created) || a.id.localeCompare(b.id)
}
