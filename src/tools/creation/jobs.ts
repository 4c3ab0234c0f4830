import { importPackage } from "../child/import-package.ts"
import { ToolFailure } from "../tool.ts"
import { type Block, type Document, type Typeset, titleOf } from "./document.ts"
import { lookAtPicture, type PictureFile } from "./pictures.ts"
import { drawSlides } from "./slides/draw-slides.ts"
import { planSlides } from "./slides/plan-slides.ts"
import { repack } from "./slides/repack.ts"
import { tidyPart } from "./slides/tidy-part.ts"
import { type Typst, typeset } from "./typst/typesetter.ts"

/* What is done in a child process: it decodes pictures, and lays documents out. */

type DocumentRequest = { readonly blocks: readonly Block[]; readonly pictures: ReadonlyMap<string, PictureFile> }
export type PagesRequest = DocumentRequest & { readonly typst: string }
export type SlidesRequest = DocumentRequest & { readonly pptxgenjs: string }

const MOST_SLIDES = 300
const LATIN_FONT = "Calibri"

export async function pdfJob({ typst, ...document }: PagesRequest): Promise<Typeset> {
  const compiler = await importPackage<Typst>(typst, "@myriaddreamin/typst-ts-node-compiler")
  return typeset(compiler, documentOf(document))
}

export async function slidesJob({
  pptxgenjs,
  ...request
}: SlidesRequest): Promise<{ readonly bytes: Uint8Array; readonly slides: number }> {
  const document = documentOf(request)
  const slides = planSlides(document)
  if (slides.length > MOST_SLIDES) {
    throw new ToolFailure(`This would be ${slides.length} slides, the limit is ${MOST_SLIDES}; make several files.`)
  }
  const { default: PptxGenJS } = await importPackage<typeof import("pptxgenjs")>(pptxgenjs, "pptxgenjs")
  const deck = new PptxGenJS()
  deck.layout = "LAYOUT_WIDE"
  deck.title = document.title
  deck.author = deck.company = "Keelson"
  deck.theme = { headFontFace: LATIN_FONT, bodyFontFace: LATIN_FONT }
  drawSlides(deck, slides, document)
  const archive = (await deck.write({ outputType: "nodebuffer" })) as Buffer
  return { bytes: repack(archive, tidyPart), slides: slides.length }
}

function documentOf({ blocks, pictures }: DocumentRequest): Document {
  const looked = [...pictures].map(([given, file]) => [given, lookAtPicture(file)] as const)
  return { title: titleOf(blocks), blocks, pictures: new Map(looked) }
}
