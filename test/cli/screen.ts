import { widthOf } from "../../src/cli/paint/text.ts"

/** One place of the screen: what stands there, and in which colours (SGR codes). Behind a wide character stands an empty one. */
type Cell = { readonly text: string; readonly style: string }

const BLANK: Cell = { text: " ", style: "" }
const [ESC, BELL] = [27, 7].map((code) => String.fromCharCode(code))
/** A sequence with numbers and a letter; titles and modes, which are passed over; one character. */
const PIECES = new RegExp(
  `${ESC}\\[([?>]?)([\\d;]*)([A-Za-z~])|${ESC}\\][^${BELL}${ESC}]*(?:${BELL}|${ESC}\\\\)|${ESC}[=>()78][AB0]?|[^${ESC}]`,
  "gsu",
)

/** As much of a terminal as our own programs use: what people see after all that was written, not what was written. */
export class Screen {
  readonly columns: number
  readonly rows: number
  /** Lines that were longer than the screen is wide, so that the terminal broke them wherever it was. */
  readonly overflows: string[] = []
  /** All lines so far; the last `rows` of them are in sight. */
  readonly #lines: Cell[][] = [[]]
  #row = 0
  #column = 0
  #style = ""

  constructor(columns: number, rows: number) {
    this.columns = columns
    this.rows = rows
  }

  write(text: string): void {
    for (const [piece, isPrivate = "", numbers = "", letter] of text.matchAll(PIECES)) {
      if (letter !== undefined) this.#obey(isPrivate + letter, numbers.split(";").map(Number))
      else if (piece === "\n") this.#down()
      else if (piece === "\r") this.#column = 0
      else if (piece === "\b") this.#column = Math.max(0, this.#column - 1)
      else if (!piece.startsWith(ESC ?? "") && piece !== BELL) this.#put(piece)
    }
  }

  /** What was ever shown and not written over, without colours. */
  get text(): string {
    return this.#lines.map((line) => plain(line).trimEnd()).join("\n")
  }

  /** What is in sight, without colours. */
  get lines(): readonly string[] {
    return this.#visible.map((line) => plain(line).trimEnd())
  }

  /** The same in colours. */
  get painted(): readonly string[] {
    return this.#visible.map(painted)
  }

  get #top(): number {
    return Math.max(0, this.#lines.length - this.rows)
  }

  get #visible(): readonly Cell[][] {
    return this.#lines.slice(this.#top)
  }

  #put(character: string): void {
    const width = widthOf(character)
    if (width === 0) {
      this.#join(character)
      return
    }
    if (this.#column + width > this.columns) {
      this.overflows.push(plain(this.#line) + character)
      this.#down()
      this.#column = 0
    }
    const line = this.#line
    while (line.length < this.#column) line.push(BLANK)
    line[this.#column] = { text: character, style: this.#style }
    if (width === 2) line[this.#column + 1] = { text: "", style: this.#style }
    this.#column += width
  }

  /** What has no width belongs to the character before it. */
  #join(character: string): void {
    const at = this.#line.findLastIndex(({ text }, index) => index < this.#column && text !== "")
    const cell = this.#line[at]
    if (cell) this.#line[at] = { ...cell, text: cell.text + character }
  }

  get #line(): Cell[] {
    let line = this.#lines[this.#row]
    while (!line) {
      this.#lines.push([])
      line = this.#lines[this.#row]
    }
    return line
  }

  #down(): void {
    this.#row += 1
    void this.#line
  }

  #obey(letter: string, numbers: readonly number[]): void {
    const [first = 0, second = 0] = numbers
    const count = Math.max(1, first)
    if (letter === "A") this.#row = Math.max(this.#top, this.#row - count)
    else if (letter === "B") this.#row = Math.min(this.#lines.length - 1, this.#row + count)
    else if (letter === "C") this.#column = Math.min(this.columns - 1, this.#column + count)
    else if (letter === "D") this.#column = Math.max(0, this.#column - count)
    else if (letter === "G") this.#column = count - 1
    else if (letter === "H" || letter === "f") this.#move(count - 1, Math.max(1, second) - 1)
    else if (letter === "J") this.#eraseBelow(first)
    else if (letter === "K") this.#eraseLine(first)
    else if (letter === "m") this.#style = styled(this.#style, numbers)
  }

  #move(row: number, column: number): void {
    this.#row = this.#top + row
    this.#column = column
    void this.#line
  }

  #eraseBelow(how: number): void {
    if (how === 1) return
    if (how === 2) for (const line of this.#visible) line.length = 0
    this.#line.length = Math.min(this.#line.length, this.#column)
    for (const line of this.#lines.slice(this.#row + 1)) line.length = 0
    this.#lines.length = Math.max(this.#row + 1, 1)
  }

  #eraseLine(how: number): void {
    if (how === 2) this.#line.length = 0
    else if (how === 0) this.#line.length = Math.min(this.#line.length, this.#column)
    else for (let column = 0; column <= this.#column; column++) this.#line[column] = BLANK
  }
}

function plain(line: readonly Cell[]): string {
  return Array.from(line, (cell) => (cell ?? BLANK).text).join("")
}

function painted(line: readonly Cell[]): string {
  let style = ""
  let drawn = ""
  for (const cell of line) {
    const { text, style: next } = cell ?? BLANK
    if (next !== style) drawn += `\x1b[0m${next === "" ? "" : `\x1b[${next}m`}`
    style = next
    drawn += text
  }
  return style === "" ? drawn.trimEnd() : `${drawn}\x1b[0m`
}

/** Codes that are on; 22 and 39 and their like put one off. */
function styled(before: string, codes: readonly number[]): string {
  let on = before === "" ? [] : before.split(";").map(Number)
  for (const code of codes) {
    if (code === 0) on = []
    else if (code === 22) on = on.filter((other) => other > 2)
    else if (code === 39) on = on.filter((other) => other < 30)
    else if (code > 20 && code < 30) on = on.filter((other) => other !== code - 20)
    else on = [...on.filter((other) => other !== code && !(isColour(other) && isColour(code))), code]
  }
  return on.join(";")
}

function isColour(code: number): boolean {
  return (code >= 30 && code <= 37) || (code >= 90 && code <= 97)
}
