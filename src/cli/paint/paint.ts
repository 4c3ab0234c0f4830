import { styleText } from "node:util"
import { cutTo, widthOf } from "./text.ts"

/** Names of `styleText`, and one for no colour at all. */
export type TextFormat = "green" | "red" | "cyan" | "yellow" | "dim" | "bold" | "none"

/** Colours a text for one stream: not at all if that is no terminal or NO_COLOR is set. */
export type Paint = (format: TextFormat, text: string) => string

/** Looks at the stream and the environment anew at each call. */
export function painter(stream: NodeJS.WriteStream): Paint {
  return (format, text) => (format === "none" ? text : styleText(format, text, { stream }))
}

/** A piece of a line in one colour, without line breaks and escape sequences. An elastic one is cut before all others. */
export type PaintedSpan = readonly [text: string, format: TextFormat, elastic?: "elastic"]
/** Spans from left to right. */
export type PaintedLine = readonly PaintedSpan[]

const SHORTEST_ELASTIC = 12

/** A line within so many columns; what does not fit is cut. */
export function drawLine(line: PaintedLine, columns: number, paint: Paint): string {
  if (columns === Number.POSITIVE_INFINITY) return line.map(([text, format]) => paint(format, text)).join("")
  const excess = line.reduce((width, [text]) => width + widthOf(text), 0) - columns
  let room = columns
  let drawn = ""
  for (const [text, format, elastic] of line) {
    const width = widthOf(text)
    const most = elastic && excess > 0 ? Math.max(SHORTEST_ELASTIC, width - excess) : width
    const shown = cutTo(text, Math.min(room, most))
    drawn += paint(format, shown)
    room -= widthOf(shown)
  }
  return drawn
}
