import { join, resolve } from "node:path"
import { ToolFailure } from "../../tool.ts"
import type { Document, Typeset } from "../document.ts"
import { familyList, TEXT_FONTS, typstProgram } from "./typst-page.ts"
import { typstString } from "./typst-text.ts"

/** The compiler's root. Nothing lies there: what it may read is put before it. */
const NOWHERE = resolve("/keelson-nowhere")
const MOST_SAMPLES = 300
/** Of the caches that all compilers share; older results go. */
const OLDEST_CACHE = 4

export type Typst = typeof import("@myriaddreamin/typst-ts-node-compiler")
type Compiler = InstanceType<Typst["NodeCompiler"]>

/** Sets a document as a PDF. `missing` are characters of it that no font here has. */
export function typeset({ NodeCompiler }: Typst, document: Document): Typeset {
  const compiler = NodeCompiler.create({ workspace: NOWHERE })
  try {
    const missing = missingCharacters(compiler, document)
    for (const [index, { bytes }] of [...document.pictures.values()].entries()) {
      compiler.mapShadow(join(NOWHERE, pictureName(document, index)), bytes)
    }
    const paths = [...document.pictures.keys()]
    const place = (path: string) => `/${pictureName(document, paths.indexOf(path))}`
    const result = compile(compiler, typstProgram(document, place))
    return { bytes: compiler.pdf(result), pages: result.numOfPages, missing }
  } finally {
    compiler.resetShadow()
    compiler.evictCache(OLDEST_CACHE)
  }
}

function pictureName({ pictures }: Document, index: number): string {
  return `picture-${index + 1}.${[...pictures.values()][index]?.format}`
}

function compile(compiler: Compiler, mainFileContent: string) {
  const compiled = compiler.compile({ mainFileContent })
  const { result } = compiled
  if (result === null || compiled.hasError()) {
    const [first] = (compiled.takeError()?.shortDiagnostics ?? []) as { readonly message: string }[]
    throw new ToolFailure(`The PDF could not be laid out: ${first?.message ?? "unknown reason"}.`)
  }
  return result
}

/** In a font that has it, a Chinese character is as wide as the type is high; the sign for a missing one is narrower. */
function missingCharacters(compiler: Compiler, { blocks }: Document): string[] {
  const found = JSON.stringify(blocks).match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu) ?? []
  const samples = [...new Set(found)].filter((letter) => letter !== "ー").slice(0, MOST_SAMPLES)
  if (samples.length === 0) return []
  const widths = `#set text(font: ${familyList(TEXT_FONTS)}, size: 100pt)
#context [#metadata((${samples.map((letter) => `measure(${typstString(letter)}).width`).join(", ")},)) <widths>]`
  const [measured] = compiler.query(compile(compiler, widths), { selector: "<widths>", field: "value" }) as string[][]
  return samples.filter((_, index) => Number.parseFloat(measured?.[index] ?? "0") < 85)
}
