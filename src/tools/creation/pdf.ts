import { BUILT_IN } from "../built-in.ts"
import { runInChild } from "../child/run-in-child.ts"
import { count, normalisePath } from "../code/text/text.ts"
import { toolPackageUrls } from "../load-tool-package.ts"
import { defineTool, type ToolContext, ToolFailure } from "../tool.ts"
import { type DocumentParts, MAKE_LESS, MakeInput, prepareFile } from "./make-file.ts"

/** Lays Markdown out on A4 pages. Exclusive, so that what it shows is written by then. */
export const pdf = defineTool({
  name: "pdf",
  description:
    "Make a PDF from Markdown (headings, lists, tables, code, pictures of the workspace); returns the number of pages. It can't change an existing PDF.",
  input: MakeInput,
  access: "write",
  traits: BUILT_IN.documents.pdf,
  repeat: "check",
  timeoutMs: 120_000,
  exclusive: true,
  paths: ({ path }) => [normalisePath(path)],
  title: ({ path }) => `Make ${normalisePath(path)}`,
  prepare: (input, context) => prepareFile(input, context, { ending: ".pdf", extra: "pdf", make }),
})

async function make(
  parts: DocumentParts,
  context: ToolContext,
): Promise<{ readonly bytes: Uint8Array; readonly about: string }> {
  const [typst = ""] = toolPackageUrls("pdf", ["@myriaddreamin/typst-ts-node-compiler"])
  const order = { job: "make_pdf", request: { ...parts, typst } } as const
  const { bytes, pages, missing } = await runInChild(context, order, { advice: MAKE_LESS })
  refuseBoxes(parts, missing)
  const lacking = missing.length === 0 ? "" : `, shown as boxes for want of a font: ${missing.slice(0, 20).join("")}`
  return { bytes, about: `${count(pages, "page")}${lacking}` }
}

/** A few rare characters are worth a note; a text without a font is not worth a file. */
function refuseBoxes({ blocks }: DocumentParts, missing: readonly string[]): void {
  const kinds = new Set(JSON.stringify(blocks).match(/\p{Script=Han}/gu))
  if (missing.length <= kinds.size / 2) return
  throw new ToolFailure(
    "No font for Chinese text is installed here, so it would be shown as boxes. Ask the user to install one (Debian: fonts-noto-cjk; elsewhere Noto Sans CJK SC).",
  )
}
