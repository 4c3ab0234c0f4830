import type { Document } from "../document.ts"
import { type PicturePlace, typstBlocks } from "./typst-blocks.ts"
import { typstString } from "./typst-text.ts"

/** Typst brings these two along; the Chinese ones are looked for on the machine, the first that is there is used. */
const LATIN = "Libertinus Serif"
const MONOSPACED = "DejaVu Sans Mono"
const CHINESE_SERIF = ["Noto Serif CJK SC", "Source Han Serif SC", "Noto Serif SC", "Songti SC", "SimSun", "STSong"]
const CHINESE_SANS = [
  "Noto Sans CJK SC",
  "Source Han Sans SC",
  "Noto Sans SC",
  "PingFang SC",
  "Microsoft YaHei",
  "Hiragino Sans GB",
  "WenQuanYi Micro Hei",
  "WenQuanYi Zen Hei",
  "Droid Sans Fallback",
]

/** The families in which Chinese text is set. */
export const TEXT_FONTS: readonly string[] = [LATIN, ...CHINESE_SERIF, ...CHINESE_SANS]
const CODE_FONTS: readonly string[] = [MONOSPACED, "Noto Sans Mono CJK SC", ...CHINESE_SANS]

/** A whole Typst program for a document. No date: the same document gives the same bytes. */
export function typstProgram({ title, blocks }: Document, place: PicturePlace): string {
  const isChinese =
    (JSON.stringify(blocks).match(/\p{Script=Han}/gu)?.length ?? 0) > 50 || /\p{Script=Han}/u.test(title)
  return `#set document(title: ${typstString(title)}, date: none)
#set text(font: ${familyList(TEXT_FONTS)}, size: 10.5pt, ${isChinese ? 'lang: "zh", region: "cn"' : 'lang: "en"'})
${LAYOUT.replace("CODE_FONTS", familyList(CODE_FONTS))}
#{
${typstBlocks(blocks, place)}
}
`
}

export function familyList(families: readonly string[]): string {
  return `(${families.map(typstString).join(", ")})`
}

const LAYOUT = `
#set page(paper: "a4", margin: (x: 2.4cm, top: 2.4cm, bottom: 2.6cm), footer: context {
  let last = counter(page).final().first()
  if last > 1 { align(center, text(size: 8.5pt, fill: luma(110), counter(page).display() + " / " + str(last))) }
})
#set par(leading: 0.74em, spacing: 1.3em)
#set list(indent: 0.4em, body-indent: 0.6em, spacing: 0.85em, marker: ([•], [◦], [–]))
#set enum(indent: 0.4em, body-indent: 0.6em, spacing: 0.85em)
#show heading: set par(leading: 0.5em)
#show heading: it => {
  let size = (20pt, 15pt, 12.5pt, 11pt).at(calc.min(it.level, 4) - 1)
  let above = (0pt, 22pt, 17pt, 14pt).at(calc.min(it.level, 4) - 1)
  let body = text(size: size, weight: "bold", fill: rgb("#1c2733"), it.body)
  block(above: above, below: if it.level == 1 { 14pt } else { 9pt }, sticky: true, width: 100%, if it.level == 1 {
    body
    v(-4pt)
    line(length: 100%, stroke: 1.2pt + rgb("#3b6ea5"))
  } else { body })
}
#show link: set text(fill: rgb("#1f5fa8"))
#show raw: set text(font: CODE_FONTS)
#show raw.where(block: false): it => box(fill: luma(242), inset: (x: 2.5pt), outset: (y: 2.5pt), radius: 2pt, text(size: 0.95em, it))
#show raw.where(block: true): it => block(
  fill: luma(246), stroke: 0.5pt + luma(220), inset: 9pt, radius: 3pt, width: 100%, breakable: true, above: 1.3em, below: 1.3em,
  { set text(size: 8.5pt); set par(leading: 0.62em, justify: false); it },
)
#show quote.where(block: true): it => block(
  stroke: (left: 2.5pt + rgb("#a9bdd3")), inset: (left: 11pt, y: 3pt), width: 100%, above: 1.3em, below: 1.3em, text(fill: luma(70), it.body),
)
#set table(
  inset: (x: 7pt, y: 5.5pt),
  fill: (_, y) => if y == 0 { rgb("#e9eff6") },
  stroke: (_, y) => (top: if y <= 1 { 0.8pt + rgb("#7d94ad") } else { 0.4pt + luma(205) }, bottom: 0.8pt + rgb("#7d94ad")),
)
#show table.cell.where(y: 0): set text(weight: "bold")
#show table: set par(leading: 0.55em)
#show table: it => block(above: 1.2em, below: 1.3em, it)
#let divider() = block(above: 1.3em, below: 1.3em, line(length: 100%, stroke: 0.6pt + luma(190)))
#let checkbox(checked) = box(
  width: 0.75em, height: 0.75em, stroke: 0.6pt + luma(90), radius: 1.5pt, baseline: 0.06em,
  if checked { place(center + horizon, line(start: (0%, 55%), end: (38%, 90%), stroke: 1pt)); place(center + horizon, dx: 10%, line(start: (38%, 90%), end: (100%, 10%), stroke: 1pt)) },
) + h(0.4em)
#let picture(path, alt) = layout(area => {
  let natural = measure(image(path, alt: alt))
  let scale = calc.min(1, area.width / natural.width, 18cm / natural.height)
  block(above: 1.2em, below: 1.3em, width: 100%, align(center, image(path, alt: alt, width: natural.width * scale)))
})
`
