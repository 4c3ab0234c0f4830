import { BUILT_IN } from "../built-in.ts"
import { count, normalisePath } from "../code/text.ts"
import { loadToolPackage } from "../load-tool-package.ts"
import { defineTool, ToolFailure } from "../tool.ts"
import { type Document, MakeInput, prepareFile } from "./make-file.ts"
import { drawSlides } from "./slides/draw-slides.ts"
import { planSlides } from "./slides/plan-slides.ts"
import { repack } from "./slides/repack.ts"
import { tidyPart } from "./slides/tidy-part.ts"

const MOST_SLIDES = 300
const LATIN_FONT = "Calibri"

/** Lays Markdown out as slides: the first heading is the title, each second-level heading starts a slide. */
export const pptx = defineTool({
  name: "pptx",
  description:
    "Make slides from Markdown: # is the title, each ## starts a slide, at most 300; long ones are split. Says how many there are. Not for changing slides that are there.",
  input: MakeInput,
  access: "write",
  traits: BUILT_IN.documents.pptx,
  repeat: "check",
  timeoutMs: 120_000,
  exclusive: true,
  paths: ({ path }) => [normalisePath(path)],
  title: ({ path }) => `Make ${normalisePath(path)}`,
  prepare: (input, context) => prepareFile(input, context, { ending: ".pptx", extra: "slides", make }),
})

async function make(document: Document): Promise<{ bytes: Buffer; about: string }> {
  const slides = planSlides(document)
  if (slides.length > MOST_SLIDES) {
    throw new ToolFailure(`This would be ${slides.length} slides, the limit is ${MOST_SLIDES}; make several files.`)
  }
  const { default: PptxGenJS } = await loadToolPackage<typeof import("pptxgenjs")>("slides", "pptxgenjs")
  const deck = new PptxGenJS()
  deck.layout = "LAYOUT_WIDE"
  deck.title = document.title
  deck.author = deck.company = "Keelson"
  deck.theme = { headFontFace: LATIN_FONT, bodyFontFace: LATIN_FONT }
  drawSlides(deck, slides, document)
  const archive = (await deck.write({ outputType: "nodebuffer" })) as Buffer
  return { bytes: repack(archive, tidyPart), about: count(slides.length, "slide") }
}
