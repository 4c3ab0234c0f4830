import type { Block, DocumentTable, List, ListItem } from "../document.ts"
import { typstSpans, typstString } from "./typst-text.ts"

/** Where a picture lies for the compiler. */
export type PicturePlace = (path: string) => string

const LONGEST_WORD = 80

/** Blocks as statements of a Typst code block. */
export function typstBlocks(blocks: readonly Block[], place: PicturePlace): string {
  return blocks.map((block) => typstBlock(block, place)).join("\n")
}

function typstBlock(block: Block, place: PicturePlace): string {
  switch (block.kind) {
    case "heading":
      return `heading(level: ${block.level}, ${typstSpans(block.spans)})`
    case "paragraph":
      return `par(${typstSpans(block.spans)})`
    case "code":
      return `raw(${typstString(breakable(block.text))}, block: true${languageOf(block.language)})`
    case "quote":
      return `quote(block: true, {\n${typstBlocks(block.blocks, place)}\n})`
    case "image":
      return `picture(${typstString(place(block.path))}, ${typstString(block.alt)})`
    case "rule":
      return "divider()"
    case "list":
      return typstList(block, place)
    case "table":
      return typstTable(block)
  }
}

function typstList({ start, items }: List, place: PicturePlace): string {
  const tight = items.every(({ blocks }) => blocks.filter(({ kind }) => kind === "paragraph").length <= 1)
  const bodies = items.map((item) => typstItem(item, tight, place))
  const name = start === undefined ? "list" : "enum"
  const isTaskList = items.every(({ checked }) => checked !== undefined)
  const marks = start === undefined ? (isTaskList ? ", marker: []" : "") : `, start: ${start}`
  return `${name}(tight: ${tight}${marks}, ${bodies.join(", ")})`
}

/** In a tight list an item's text is no paragraph of its own, which would set it apart. */
function typstItem({ checked, blocks }: ListItem, tight: boolean, place: PicturePlace): string {
  const box = checked === undefined ? [] : [`checkbox(${checked})`]
  const body = blocks.map((block) =>
    tight && block.kind === "paragraph" ? typstSpans(block.spans) : typstBlock(block, place),
  )
  return `{\n${[...box, ...body].join("\n")}\n}`
}

function typstTable({ align, rows }: DocumentTable): string {
  const [head = [], ...body] = rows
  const cells = (row: DocumentTable["rows"][number]) => row.map(typstSpans).join(", ")
  const alignment = align.map((one) => one ?? "left").join(", ")
  const size = align.length > 6 ? "8pt" : "9.5pt"
  const parts = [
    `columns: ${align.length}`,
    `align: (${alignment},)`,
    `table.header(${cells(head)})`,
    ...body.map(cells),
  ]
  return `{ set text(size: ${size}); table(${parts.join(", ")}) }`
}

function languageOf(language: string): string {
  return /^[\w+#-]{1,20}$/.test(language) ? `, lang: ${typstString(language.toLowerCase())}` : ""
}

/** A word that no line can hold gets places where it may break. */
function breakable(text: string): string {
  return text.replace(new RegExp(`\\S{${LONGEST_WORD}}(?=\\S)`, "g"), "$&\u200b")
}
