import type { Block, List } from "../document.ts"
import { SIZES } from "./measure.ts"
import type { SlideLine, SlidePiece } from "./piece.ts"

const DEEPEST = 4
/** A line of code that would fill a slide is cut, so that it can go on to the next. */
const LONG_LINE = /[^\n]{400}(?=[^\n])/gu

/** What stands before a line, by its place in lists and quotes. */
type ListPlace = { readonly level: number; readonly bullet: SlideLine["bullet"]; readonly isQuote: boolean }

const OUTERMOST: ListPlace = { level: 0, bullet: "none", isQuote: false }

/** Blocks as pieces of slides, one line or one thing each. */
export function toPieces(blocks: readonly Block[], place: ListPlace = OUTERMOST): SlidePiece[] {
  return blocks.flatMap((block) => toPiece(block, place))
}

function toPiece(block: Block, place: ListPlace): SlidePiece[] {
  switch (block.kind) {
    case "heading":
      return [
        line({
          ...place,
          spans: block.spans.map((span) => ({ ...span, bold: true })),
          size: SIZES.heading,
          isHeading: true,
        }),
      ]
    case "paragraph":
      return [line({ ...place, spans: block.spans, size: sizeAt(place) })]
    case "code":
      return [{ kind: "code", text: block.text.replace(LONG_LINE, "$&\n") }]
    case "image":
      return [{ kind: "image", path: block.path, alt: block.alt }]
    case "table":
      return [block]
    case "quote":
      return toPieces(block.blocks, { ...place, bullet: "none", isQuote: true })
    case "list":
      return listPieces(block, place)
    case "rule":
      return []
  }
}

/** The first line of an item has its mark, what follows is indented as far. */
function listPieces({ start, items }: List, place: ListPlace): SlidePiece[] {
  const level = Math.min(DEEPEST, place.bullet === "none" ? place.level : place.level + 1)
  return items.flatMap(({ checked, blocks }, index) => {
    const bullet = start === undefined ? ("point" as const) : start + index
    const mark = checked === undefined ? "" : checked ? "☑ " : "☐ "
    const [first, ...rest] = blocks
    if (first?.kind !== "paragraph") return toPieces(blocks, { ...place, level, bullet })
    const head = line({
      ...place,
      level,
      bullet,
      size: sizeAt({ ...place, level }),
      spans: [{ text: mark }, ...first.spans],
    })
    return [
      head,
      ...rest.flatMap((block) => toPiece(block, { ...place, level, bullet: block.kind === "list" ? bullet : "blank" })),
    ]
  })
}

function sizeAt({ level, isQuote }: Pick<ListPlace, "level" | "isQuote">): number {
  return isQuote ? SIZES.quote : level === 0 ? SIZES.body : SIZES.nested
}

function line({ spans, size, level, bullet, isQuote, isHeading = false }: SlideLine): SlidePiece {
  const shown = spans.filter(({ text }) => text !== "")
  return { kind: "text", lines: [{ spans: shown, size, level, bullet, isQuote: isQuote ?? false, isHeading }] }
}
