import type { Document } from "../document.ts"
import { type Block, plainText } from "../document.ts"
import { cutPiece } from "./cut-piece.ts"
import { AREA } from "./measure.ts"
import type { PlacedPiece, Slide, SlidePiece } from "./piece.ts"
import { type Pictures, pieceHeight } from "./piece-size.ts"
import { toPieces } from "./to-pieces.ts"

const GAP = 0.16
/** Less than this is left is as good as full. */
const LEAST_ROOM = 0.5
const LEAST_PICTURE = 2.5
const LONGEST_SUBTITLE = 120

type Section = { readonly title: string; readonly level: number; readonly blocks: Block[] }

/** A title slide for the first heading, a slide for each section, more where one overflows. A rule starts a new slide. */
export function planSlides({ blocks, pictures }: Document): Slide[] {
  const [first, ...rest] = sectionsOf(blocks)
  if (!first) return []
  return [...openingSlides(first, pictures), ...rest.flatMap((section) => sectionSlides(section, pictures))]
}

function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = []
  for (const block of blocks) {
    const startsOne = block.kind === "heading" && (block.level <= 2 || sections.length === 0)
    if (startsOne)
      sections.push({ title: plainText(block.spans).replace(/\s+/g, " ").trim(), level: block.level, blocks: [] })
    else if (sections.length === 0) sections.push({ title: "", level: 2, blocks: [block] })
    else sections.at(-1)?.blocks.push(block)
  }
  return sections
}

/** Some plain words under the title are a subtitle; more than that is a slide of its own. */
function openingSlides(section: Section, pictures: Pictures): Slide[] {
  const { title, blocks } = section
  if (title === "") return contentSlides(section, pictures)
  const texts = blocks.map(plainWords)
  const subtitle = texts.every((text) => text !== undefined) ? texts.join("\n") : undefined
  if (subtitle !== undefined && subtitle.length <= LONGEST_SUBTITLE) return [{ kind: "title", title, subtitle }]
  return [{ kind: "title", title, subtitle: "" }, ...contentSlides(section, pictures)]
}

/** A paragraph without any style; `undefined` for everything else. */
function plainWords(block: Block): string | undefined {
  const isPlain = block.kind === "paragraph" && block.spans.every((span) => Object.keys(span).length === 1)
  return isPlain ? plainText(block.spans) : undefined
}

function sectionSlides(section: Section, pictures: Pictures): Slide[] {
  return section.level === 1 ? openingSlides(section, pictures) : contentSlides(section, pictures)
}

function contentSlides({ title, blocks }: Section, pictures: Pictures): Slide[] {
  const pages = partsBetweenRules(blocks).flatMap((part) => layOut(toPieces(part), pictures))
  return (pages.length === 0 ? [[]] : pages).map((pieces, index) => ({
    kind: "content",
    title: index === 0 || title === "" ? title : `${title} (${index + 1})`,
    pieces,
  }))
}

function partsBetweenRules(blocks: readonly Block[]): Block[][] {
  const parts: Block[][] = [[]]
  for (const block of blocks) {
    if (block.kind === "rule") parts.push([])
    else parts.at(-1)?.push(block)
  }
  return parts.filter((part) => part.length > 0)
}

/** Fills one slide after the other. */
function layOut(pieces: readonly SlidePiece[], pictures: Pictures): PlacedPiece[][] {
  const pages: PlacedPiece[][] = []
  const waiting = [...pieces]
  while (waiting.length > 0) pages.push(mergeLines(fillPage(waiting, pictures)))
  return pages
}

/** Takes from `waiting` what one slide holds: at least one piece, or a part of it. */
function fillPage(waiting: SlidePiece[], pictures: Pictures): PlacedPiece[] {
  const page: PlacedPiece[] = []
  let used = 0
  for (let [piece] = waiting; piece !== undefined; [piece] = waiting) {
    const room = AREA.height - used
    const height = fittingHeight(piece, room, pictures)
    const isAlone = page.length > 0 && isWidow(piece, waiting[1], room - height)
    if (height <= room && !isAlone) {
      waiting.shift()
      page.push({ ...piece, y: AREA.y + used, height })
      used += height + gapAfter(piece)
      continue
    }
    if (page.length > 0 && !isWorthCutting(piece, height, room)) return page
    const cut = cutPiece(piece, room, pictures)
    if (!cut) return page.length > 0 ? page : [squeezed(waiting, piece)]
    waiting.splice(0, 1, ...cut)
  }
  return page
}

/** Lines bring their own. */
function gapAfter({ kind }: SlidePiece): number {
  return kind === "text" ? 0.02 : GAP
}

/** What can't be cut and fits on no slide gets one for itself. */
function squeezed(waiting: SlidePiece[], piece: SlidePiece): PlacedPiece {
  waiting.shift()
  return { ...piece, y: AREA.y, height: AREA.height }
}

/** A picture makes do with what room there is, if that is not too little. */
function fittingHeight(piece: SlidePiece, room: number, pictures: Pictures): number {
  const height = pieceHeight(piece, pictures)
  return piece.kind === "image" && room >= LEAST_PICTURE ? Math.min(height, room) : height
}

/** Paragraphs stay whole; so does what the next slide could hold, unless most of it has room here. */
function isWorthCutting(piece: SlidePiece, height: number, room: number): boolean {
  return piece.kind !== "text" && room >= LEAST_ROOM && (height > AREA.height || room > height * 0.6)
}

/** A heading at the foot of a slide, with nothing of what it announces. */
function isWidow(piece: SlidePiece, next: SlidePiece | undefined, left: number): boolean {
  if (piece.kind !== "text" || !piece.lines[0]?.isHeading || next === undefined) return false
  return left < LEAST_ROOM
}

/** Neighbouring lines are one text box, so that people can edit them as one. */
function mergeLines(page: readonly PlacedPiece[]): PlacedPiece[] {
  const merged: PlacedPiece[] = []
  for (const piece of page) {
    const last = merged.at(-1)
    if (last?.kind === "text" && piece.kind === "text") {
      merged[merged.length - 1] = {
        ...last,
        lines: [...last.lines, ...piece.lines],
        height: piece.y + piece.height - last.y,
      }
    } else merged.push(piece)
  }
  return merged
}
