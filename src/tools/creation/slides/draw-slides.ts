import type PptxGenJS from "pptxgenjs"
import type { Document, TextSpan } from "../document.ts"
import { AREA, SIZES, textWidth } from "./measure.ts"
import type { PlacedPiece, Slide, SlideLine } from "./piece.ts"
import { columnWidths, pictureSize } from "./piece-size.ts"
import { CONTENT, type Deck, defineMasters, INK, MUTED, TITLE } from "./slide-masters.ts"

type DeckSlide = ReturnType<Deck["addSlide"]>

const CODE_FONT = "Consolas"
const HAN = /\p{Script=Han}/u

/** Draws slides into a presentation whose size is 13.33 by 7.5 inches. */
export function drawSlides(deck: Deck, slides: readonly Slide[], { pictures }: Document): void {
  defineMasters(deck)
  for (const slide of slides) {
    if (slide.kind === "title") drawTitle(deck, slide)
    else drawContent(deck, slide, pictures)
  }
}

function drawTitle(deck: Deck, { title, subtitle }: Extract<Slide, { kind: "title" }>): void {
  const slide = deck.addSlide({ masterName: TITLE })
  slide.addText(titleRuns(title, 38), { placeholder: TITLE })
  if (subtitle !== "") slide.addText([{ text: subtitle, options: languageOf(subtitle) }], { placeholder: "subtitle" })
}

function drawContent(
  deck: Deck,
  { title, pieces }: Extract<Slide, { kind: "content" }>,
  pictures: Document["pictures"],
): void {
  const slide = deck.addSlide({ masterName: CONTENT })
  if (title !== "") slide.addText(titleRuns(title, 28), { placeholder: TITLE })
  for (const piece of pieces) drawPiece(slide, piece, pictures)
}

/** Long titles in smaller type, so that they stay in their place. */
function titleRuns(title: string, size: number): PptxGenJS.default.TextProps[] {
  const lines = textWidth(title, size) / AREA.width
  const fontSize = lines <= 1 ? size : lines <= 2 ? Math.round(size * 0.72) : Math.round(size * 0.55)
  return [{ text: title, options: { ...languageOf(title), fontSize } }]
}

function drawPiece(slide: DeckSlide, piece: PlacedPiece, pictures: Document["pictures"]): void {
  const box = { x: AREA.x, y: piece.y, w: AREA.width, h: piece.height }
  switch (piece.kind) {
    case "text":
      slide.addText(piece.lines.flatMap(toRuns), { ...box, valign: "top", margin: 2, color: INK })
      return
    case "code":
      slide.addText(
        piece.text
          .split("\n")
          .map((text) => ({ text: text || " ", options: { breakLine: true, ...languageOf(text) } })),
        {
          ...box,
          valign: "top",
          margin: 8,
          fontFace: CODE_FONT,
          fontSize: SIZES.code,
          color: INK,
          fill: { color: "F1F3F6" },
        },
      )
      return
    case "table":
      drawTable(slide, piece)
      return
    case "image": {
      const picture = pictures.get(piece.path)
      if (!picture) return
      const { width, height } = pictureSize(picture, piece.height)
      const x = AREA.x + (AREA.width - width) / 2
      slide.addImage({
        data: dataUrl(picture.format, picture.bytes),
        x,
        y: piece.y,
        w: width,
        h: height,
        altText: piece.alt,
      })
    }
  }
}

function drawTable(slide: DeckSlide, { rows, align, y }: Extract<PlacedPiece, { kind: "table" }>): void {
  const widths = columnWidths(rows)
  const cells = rows.map((row, index) =>
    row.map((spans, column) => ({
      text: spans.map((span) => ({
        text: span.text,
        options: { ...styleOf(span), ...(index === 0 ? { bold: true } : {}) },
      })),
      options: { align: align[column] ?? ("left" as const), ...(index === 0 ? { fill: { color: "E9EFF6" } } : {}) },
    })),
  )
  slide.addTable(cells, {
    x: AREA.x,
    y,
    w: widths.reduce((sum, width) => sum + width, 0),
    colW: widths,
    fontSize: SIZES.table,
    color: INK,
    valign: "middle",
    margin: [0.05, 0.12, 0.05, 0.12],
    border: { type: "solid", pt: 0.75, color: "C6D0DB" },
    autoPage: false,
  })
}

/** The last run of a paragraph ends it; the first carries its mark; a break belongs to the run after it. */
function toRuns({ spans, size, level, bullet, isQuote }: SlideLine): PptxGenJS.default.TextProps[] {
  const shown = spans.filter(({ text }) => text !== "\n")
  if (shown.length === 0) return [{ text: " ", options: { fontSize: size, breakLine: true } }]
  return shown.map((span, index) => ({
    text: span.text,
    options: {
      indentLevel: level,
      paraSpaceAfter: 5,
      fontSize: size,
      ...(index === 0 ? markOf(bullet) : {}),
      ...styleOf(span),
      ...(isQuote ? { italic: true, color: MUTED } : {}),
      ...(spans[spans.indexOf(span) - 1]?.text === "\n" ? { softBreakBefore: true } : {}),
      ...(index === shown.length - 1 ? { breakLine: true } : {}),
    },
  }))
}

/** The package has no other way to indent a paragraph than a mark that can't be seen. */
function markOf(bullet: SlideLine["bullet"]): PptxGenJS.default.TextPropsOptions {
  if (bullet === "none") return {}
  if (bullet === "point") return { bullet: { indent: 16 } }
  if (bullet === "blank") return { bullet: { characterCode: "200B", indent: 16 } }
  return { bullet: { type: "number", numberStartAt: bullet, indent: 22 } }
}

function styleOf({ text, bold, italic, strike, code, href }: TextSpan): PptxGenJS.default.TextPropsOptions {
  return {
    ...languageOf(text),
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...(strike ? { strike: "sngStrike" as const } : {}),
    ...(code ? { fontFace: CODE_FONT, color: "8A3B12" } : {}),
    ...(href ? { hyperlink: { url: href } } : {}),
  }
}

/** Readers choose fonts and check spelling by it. */
function languageOf(text: string): { readonly lang: string } {
  return { lang: HAN.test(text) ? "zh-CN" : "en-US" }
}

function dataUrl(format: "png" | "jpg" | "svg", bytes: Buffer): string {
  const mime = { png: "image/png", jpg: "image/jpeg", svg: "image/svg+xml" }[format]
  return `${mime};base64,${bytes.toString("base64")}`
}
