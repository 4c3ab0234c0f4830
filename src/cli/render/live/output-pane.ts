import type { Paint } from "../../paint/paint.ts"
import { cutTo, printable, wrapLines } from "../../paint/text.ts"
import { newestOutput } from "./now-line.ts"
import type { Screen } from "./screen.ts"

/** How it is called, what is said where nothing was printed, and how large it may be. */
export type Pane = {
  readonly title: (of: string) => string
  readonly empty: string
  readonly rows: number
  readonly columns: number
  readonly paint: Paint
}

/** The end of what the newest command or check has printed, as much as there is room for. */
export function outputPane(screen: Screen, { title, empty, rows, columns, paint }: Pane): readonly string[] {
  const { of, text } = newestOutput(screen)
  const said = text.trim() === "" ? empty : text
  const lines = wrapLines(printable(overwritten(said)).trimEnd(), columns - INDENT.length)
  const rule = cutTo(`── ${title(of)} ${"─".repeat(columns)}`, columns + 1).slice(0, -1)
  return [paint("cyan", rule), ...lines.slice(-Math.max(1, rows - 1)).map((line) => paint("dim", INDENT) + line)]
}

const INDENT = "│ "

/** A carriage return writes over the line, as progress bars do. */
function overwritten(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(/[^\n]*\r/g, "")
}
