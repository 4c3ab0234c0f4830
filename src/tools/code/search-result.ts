import { normalisePath } from "./text/text.ts"

export const MOST_LINES = 200
const MOST_CHARACTERS = 50_000
const MATCHES_COUNTED = 5000

type Line = { readonly text: string; readonly isMatch: boolean; readonly group: number }

/**
 * What a search found, within what can be shown: matches before the lines around them. Nothing is shown of a file that is hidden or
 * not wanted; matches beyond are counted.
 */
export class SearchResult {
  readonly #isShown: (path: string) => boolean
  readonly #lines: Line[] = []
  #matches = 0
  #room = MOST_CHARACTERS
  #left = 0
  #group = 0

  constructor(isShown: (path: string) => boolean) {
    this.#isShown = isShown
  }

  /** False once there is no use in going on. */
  add(raw: string): boolean {
    const line = this.#read(raw)
    if (line === undefined) return true
    if (!line.isMatch) {
      // Those in front of a match come before anybody knows whether it is shown.
      if (this.#left === 0 && this.#lines.length < MOST_BUFFERED) this.#lines.push(line)
      return true
    }
    if (this.#left === 0 && this.#matches < MOST_LINES && this.#room >= line.text.length) {
      this.#room -= line.text.length + 1
      this.#matches++
      this.#lines.push(line)
      return true
    }
    return ++this.#left < MATCHES_COUNTED
  }

  /** `undefined` where nothing was found. */
  show(): string | undefined {
    if (this.#matches === 0) return undefined
    const shown = this.#chosen()
    const around = this.#lines.length - shown.length
    const more = this.#left < MATCHES_COUNTED ? `${this.#left}` : `${MATCHES_COUNTED} or more`
    const notes = [
      ...(this.#left > 0 ? [`${more} matches not shown`] : []),
      ...(around > 0 && this.#left === 0 ? [`${around} lines around matches not shown`] : []),
    ]
    const limits = `${MOST_LINES} lines and ${MOST_CHARACTERS.toLocaleString("en")} characters are the most`
    const note =
      notes.length === 0 ? [] : [`[${notes.join(", ")}: ${limits}; narrow the search with path, glob or pattern.]`]
    return [...separated(shown, this.#lines), ...note].join("\n")
  }

  /** All matches, and of the lines around them those that are nearest to one. */
  #chosen(): Line[] {
    let lines = MOST_LINES - this.#matches
    let room = this.#room
    const chosen = new Set(this.#lines.filter(({ isMatch }) => isMatch))
    for (const line of byNearness(this.#lines)) {
      if (lines === 0 || room < line.text.length) break
      lines--
      room -= line.text.length + 1
      chosen.add(line)
    }
    return this.#lines.filter((line) => chosen.has(line))
  }

  /** A line of ripgrep's is `path NUL number separator text`; lines without a path separate groups or tell of binary files. */
  #read(raw: string): Line | undefined {
    const end = raw.indexOf("\0")
    if (end === -1) {
      this.#group++
      return undefined
    }
    const path = normalisePath(raw.slice(0, end))
    if (!this.#isShown(path)) return undefined
    const text = raw.slice(end + 1).replace(/\r$/, "")
    const separator = /^\d+([:-])/.exec(text)?.[1] ?? ":"
    return { text: `${path}${separator}${text}`, isMatch: separator === ":", group: this.#group }
  }
}

const MOST_BUFFERED = 10_000

/** Lines around matches: first those beside one, then those one further away. */
function byNearness(lines: readonly Line[]): Line[] {
  const distances = new Map<Line, number>()
  for (const ordered of [lines, lines.toReversed()]) {
    let [since, group] = [Number.POSITIVE_INFINITY, -1]
    for (const line of ordered) {
      since = line.isMatch ? 0 : line.group === group ? since + 1 : Number.POSITIVE_INFINITY
      group = line.group
      if (!line.isMatch) distances.set(line, Math.min(since, distances.get(line) ?? since))
    }
  }
  return [...distances].toSorted(([, one], [, other]) => one - other).map(([line]) => line)
}

/** With a line between what does not stand together. */
function separated(shown: readonly Line[], all: readonly Line[]): string[] {
  const isWithAround = all.some(({ isMatch }) => !isMatch)
  const at = new Map(all.map((line, index) => [line, index]))
  return shown.flatMap((line, index) => {
    const before = shown[index - 1]
    const isNext = before && before.group === line.group && at.get(before) === (at.get(line) ?? 0) - 1
    return before && isWithAround && !isNext ? ["--", line.text] : [line.text]
  })
}
