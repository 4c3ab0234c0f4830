import type { TextSpan } from "../document.ts"
import { AREA } from "./measure.ts"
import type { SlideLine, SlidePiece } from "./piece.ts"
import { lineHeight, MOST_SEEN, type Pictures, pieceHeight, rowHeights } from "./piece-size.ts"

type Cut = readonly [SlidePiece, SlidePiece]

/** Cuts off as much of a piece as fits; `undefined` where nothing of it fits, or where it can't be cut. */
export function cutPiece(piece: SlidePiece, room: number, pictures: Pictures): Cut | undefined {
  switch (piece.kind) {
    case "text":
      return cutText(piece.lines, room)
    case "code":
      return cutCode(piece, room, pictures)
    case "table":
      return cutTable(piece, room)
    case "image":
      return undefined
  }
}

function cutCode(piece: Extract<SlidePiece, { kind: "code" }>, room: number, pictures: Pictures): Cut | undefined {
  const lines = piece.text.split("\n")
  const part = (from: number, to?: number) => ({ ...piece, text: lines.slice(from, to).join("\n") })
  const most = Math.min(lines.length, MOST_SEEN.lines)
  const fitting = countFitting(most, (end) => pieceHeight(part(0, end), pictures) <= room)
  return fitting === 0 || fitting === lines.length ? undefined : [part(0, fitting), part(fitting)]
}

/** Each part has the head. A row that fits on no slide gets one for itself. */
function cutTable(piece: Extract<SlidePiece, { kind: "table" }>, room: number): Cut | undefined {
  const [head = [], ...body] = piece.rows
  const heights = rowHeights(piece.rows.slice(0, MOST_SEEN.rows))
  const fits = (end: number) => heights.slice(0, end + 1).reduce((sum, height) => sum + height, 0) <= room
  const fitting = countFitting(heights.length - 1, fits) || (room >= AREA.height ? 1 : 0)
  if (fitting === 0 || fitting >= body.length) return undefined
  return [
    { ...piece, rows: [head, ...body.slice(0, fitting)] },
    { ...piece, rows: [head, ...body.slice(fitting)] },
  ]
}

function cutText([line]: readonly SlideLine[], room: number): Cut | undefined {
  if (line === undefined) return undefined
  const { letters, rest } = firstLetters(line.spans)
  const fitting = countFitting(letters.length, (end) => lineHeight({ ...line, spans: letters.slice(0, end) }) <= room)
  if (fitting === 0 || (fitting === letters.length && rest.length === 0)) return undefined
  const end = wordEnd(letters, fitting)
  const later = { ...line, bullet: line.bullet === "none" ? ("none" as const) : ("blank" as const) }
  return [
    { kind: "text", lines: [{ ...line, spans: joined(letters.slice(0, end)) }] },
    { kind: "text", lines: [{ ...later, spans: [...joined(letters.slice(end)), ...rest] }] },
  ]
}

/** As many spans as a slide could hold, letter by letter, and the others as they are. */
function firstLetters(spans: readonly TextSpan[]): {
  readonly letters: TextSpan[]
  readonly rest: readonly TextSpan[]
} {
  const letters: TextSpan[] = []
  for (const [index, span] of spans.entries()) {
    const taken = [...span.text.slice(0, MOST_SEEN.letters)]
    letters.push(...taken.map((text) => ({ ...span, text })))
    const left = span.text.slice(taken.join("").length)
    if (letters.length < MOST_SEEN.letters && left === "") continue
    return { letters, rest: [...(left === "" ? [] : [{ ...span, text: left }]), ...spans.slice(index + 1)] }
  }
  return { letters, rest: [] }
}

/** Back to the last space, if there is one near. */
function wordEnd(letters: readonly TextSpan[], fitting: number): number {
  const space = letters.slice(0, fitting).findLastIndex(({ text }) => text === " ")
  return space > fitting - 40 && space > 0 ? space + 1 : fitting
}

function joined(letters: readonly TextSpan[]): TextSpan[] {
  const spans: TextSpan[] = []
  for (const letter of letters) {
    const last = spans.at(-1)
    if (last !== undefined && isAlike(last, letter))
      spans[spans.length - 1] = { ...last, text: last.text + letter.text }
    else spans.push(letter)
  }
  return spans
}

function isAlike(a: TextSpan, b: TextSpan): boolean {
  if (a.text === "\n" || b.text === "\n") return false
  return JSON.stringify({ ...a, text: "" }) === JSON.stringify({ ...b, text: "" })
}

/** The most of `count` parts that fit; the more parts, the less they fit. */
function countFitting(count: number, fits: (end: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}
