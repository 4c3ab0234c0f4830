import { type Cell, type OpenCell, openCell, toCell } from "./cell.ts"
import type { Workbook } from "./workbook.ts"
import { type XmlToken, xmlTokens } from "./xml.ts"

/** One row; undefined where a cell is empty or holds an error. */
export type SheetRow = readonly (Cell | undefined)[]

/** The rows of a sheet that have something in them, one at a time. Formulas give the value they had when it was saved. */
export async function* sheetRows(book: Workbook, part: string): AsyncGenerator<SheetRow> {
  const reader = new RowReader(book)
  for await (const token of xmlTokens(await book.zip.stream(part))) {
    const row = reader.take(token)
    if (row?.some((cell) => cell !== undefined)) yield row
  }
}

/** Puts rows together from tokens. */
class RowReader {
  readonly #book: Workbook
  #row: (Cell | undefined)[] = []
  #cell: OpenCell | undefined
  /** The element that text belongs to. */
  #inside = ""

  constructor(book: Workbook) {
    this.#book = book
  }

  /** The row that this token ends, if it ends one. */
  take(token: XmlToken): SheetRow | undefined {
    switch (token.kind) {
      case "open":
        this.#open(token)
        return undefined
      case "text":
        if (this.#cell && (this.#inside === "v" || this.#inside === "t")) this.#cell.value += token.text
        return undefined
      case "close":
        return this.#close(token.name)
    }
  }

  #open({ name, attributes, isEmpty }: Extract<XmlToken, { kind: "open" }>): void {
    if (name === "row") this.#row = []
    if (name === "c" && !isEmpty) this.#cell = openCell(attributes, this.#row.length)
    this.#inside = isEmpty ? "" : name
  }

  #close(name: string): SheetRow | undefined {
    this.#inside = ""
    if (name === "c" && this.#cell) {
      this.#row[this.#cell.column] = toCell(this.#cell, this.#book)
      this.#cell = undefined
    }
    // Without gaps: a sparse row would be skipped over where it is empty.
    return name === "row" ? Array.from(this.#row) : undefined
  }
}
