import { ToolFailure } from "../../tool.ts"
import { prevailingEnd } from "../text/text.ts"
import { describeAbsence } from "../text/text-edit.ts"
import type { Hunk, PatchLine } from "./patch-parse.ts"

/** So many lines of context at either end of a hunk may differ, as in `patch`. */
const MOST_FUZZ = 2
const MATCHES_NAMED = 10

/** `notes`: where a hunk fitted only with good will. */
export type Patched = { readonly text: string; readonly notes: readonly string[] }

type Line = { readonly text: string; readonly end: string }

/** The text after its hunks. A hunk that has moved is found where it fits, as long as it fits in one place only. */
export function applyHunks(name: string, text: string, hunks: readonly Hunk[]): Patched {
  const lines = splitWithEnds(text)
  const end = prevailingEnd(text)
  const output: Line[] = []
  const notes: string[] = []
  let done = 0
  let shift = 0
  for (const [index, hunk] of hunks.entries()) {
    const place = locate({ name, text, lines, number: index + 1, hunk, done, shift })
    output.push(
      ...lines.slice(done, place.start),
      ...replaced(place.hunk, lines.slice(place.start), end, lines.at(-1)?.end),
    )
    done = place.start + oldSide(place.hunk).length
    shift = place.shift
    if (place.note !== undefined) notes.push(`hunk ${index + 1} ${place.note}`)
  }
  return { text: joined([...output, ...lines.slice(done)], end), notes }
}

/** The content of a new file: whatever the patch adds, as it stands. */
export function newContent(hunks: readonly Hunk[]): string {
  return hunks
    .flatMap(({ lines }) => lines)
    .map(({ text, endsFile }) => (endsFile ? text : `${text}\n`))
    .join("")
}

type Search = {
  readonly name: string
  readonly text: string
  readonly lines: readonly Line[]
  readonly number: number
  readonly hunk: Hunk
  /** Lines that earlier hunks have used up. */
  readonly done: number
  /** How much further down than stated the hunk before was found. */
  readonly shift: number
}

type HunkPlace = {
  readonly start: number
  readonly hunk: Hunk
  readonly shift: number
  readonly note: string | undefined
}

function locate(search: Search): HunkPlace {
  if (oldSide(search.hunk).length === 0) return insertion(search)
  const place = fittingPlace(search) ?? fuzzyPlace(search, 1) ?? fuzzyPlace(search, MOST_FUZZ)
  if (place) return place
  const wanted = oldSide(search.hunk).map(({ text }) => text)
  throw new ToolFailure(describeAbsence(`Hunk ${search.number}`, search.name, search.text, wanted.join("\n")))
}

/** Where the hunk fits as it is: the place that it names, else the only one. */
function fittingPlace(search: Search): HunkPlace | undefined {
  const { hunk, lines, done, shift } = search
  const found = matches(lines, oldSide(hunk), done)
  const expected = hunk.start === undefined ? undefined : hunk.start - 1 + shift
  if (expected !== undefined && found.includes(expected)) return placeAt(search, expected, hunk, 0)
  if (found.length > 1) throw ambiguous(search, found)
  return found[0] === undefined ? undefined : placeAt(search, found[0], hunk, 0)
}

/** Where it fits without its outermost lines, if that is one place only. */
function fuzzyPlace(search: Search, fuzz: number): HunkPlace | undefined {
  const { trimmed, cut } = withFuzz(search.hunk, fuzz)
  const wanted = oldSide(trimmed)
  const found = wanted.length === 0 ? [] : matches(search.lines, wanted, search.done)
  const [start] = found
  return start === undefined || found.length > 1 ? undefined : placeAt(search, start, trimmed, cut, true)
}

function placeAt(
  { hunk: { start: stated }, shift }: Search,
  start: number,
  hunk: Hunk,
  cut: number,
  isFuzzy = false,
): HunkPlace {
  const offset = stated === undefined ? 0 : start - (stated - 1 + cut)
  return { start, hunk, shift: stated === undefined ? shift : offset, note: noteOn(isFuzzy, offset) }
}

/** Without a line of the old side only the header tells where it goes: after that line. */
function insertion({ hunk, lines, name, number, done, shift }: Search): HunkPlace {
  const start = lines.length === 0 ? 0 : hunk.start === undefined ? -1 : hunk.start + shift
  if (start >= done && start <= lines.length) return { start, hunk, shift, note: undefined }
  throw new ToolFailure(`Hunk ${number} of "${name}" has no line of the file in it; add lines around the change.`)
}

function matches(lines: readonly Line[], wanted: readonly PatchLine[], from: number): number[] {
  const found: number[] = []
  for (let start = from; start + wanted.length <= lines.length; start++) {
    if (wanted.every(({ text }, offset) => bare(text) === lines[start + offset]?.text)) found.push(start)
  }
  return found
}

/** The hunk without its outermost lines of context; `cut` of them at its start. */
function withFuzz(hunk: Hunk, fuzz: number): { trimmed: Hunk; cut: number } {
  const changed = hunk.lines.map(({ kind }) => kind !== " ")
  const cut = Math.min(fuzz, Math.max(0, changed.indexOf(true)))
  const last = hunk.lines.length - Math.min(fuzz, hunk.lines.length - 1 - changed.lastIndexOf(true))
  return { trimmed: { ...hunk, lines: hunk.lines.slice(cut, last) }, cut }
}

function oldSide({ lines }: Hunk): PatchLine[] {
  return lines.filter(({ kind }) => kind !== "+")
}

/** Lines of context stay as the file has them; what comes in gets the file's kind of line end. */
function replaced({ lines }: Hunk, there: readonly Line[], end: string, finalEnd = end): Line[] {
  const saysHowItEnds = lines.some(({ endsFile }) => endsFile)
  const reachesEnd = oldSide({ start: 0, lines }).length === there.length
  const isBare = reachesEnd && !saysHowItEnds && finalEnd === ""
  let position = 0
  return lines.flatMap(({ kind, text, endsFile }, index) => {
    const line = there[position]
    if (kind !== "+") position++
    if (kind === "-") return []
    if (kind === " ") return line ? [line] : []
    const isLast = index === lines.length - 1
    return [{ text: bare(text), end: endsFile || (isBare && isLast) ? "" : end }]
  })
}

function joined(lines: readonly Line[], end: string): string {
  return lines.map((line, index) => line.text + (line.end === "" && index < lines.length - 1 ? end : line.end)).join("")
}

function splitWithEnds(text: string): Line[] {
  return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
    const end = /\r?\n$/.exec(line)?.[0] ?? ""
    return { text: line.slice(0, line.length - end.length), end }
  })
}

function bare(text: string): string {
  return text.replace(/\r$/, "")
}

function noteOn(isFuzzy: boolean, offset: number): string | undefined {
  const parts = [
    ...(offset === 0
      ? []
      : [`${Math.abs(offset)} ${Math.abs(offset) === 1 ? "line" : "lines"} further ${offset > 0 ? "down" : "up"}`]),
    ...(!isFuzzy ? [] : ["although lines around it differ"]),
  ]
  return parts.length === 0 ? undefined : `fitted ${parts.join(", ")}`
}

function ambiguous({ name, number }: Search, found: readonly number[]): ToolFailure {
  const named = found.slice(0, MATCHES_NAMED).map((start) => start + 1)
  const more = found.length > named.length ? ", …" : ""
  return new ToolFailure(
    `Hunk ${number} fits in "${name}" ${found.length} times, at lines ${named.join(", ")}${more}; add lines around it.`,
  )
}
