import { BUILT_IN } from "../built-in.ts"
import { runInChild } from "../child/run-in-child.ts"
import { count, normalisePath } from "../code/text/text.ts"
import { toolPackageUrls } from "../load-tool-package.ts"
import { defineTool, type ToolContext } from "../tool.ts"
import { type DocumentParts, MAKE_LESS, MakeInput, prepareFile } from "./make-file.ts"

/** Lays Markdown out as slides: the first heading is the title, each second-level heading starts a slide. */
export const pptx = defineTool({
  name: "pptx",
  description:
    "Make slides from Markdown: # is the title, each ## starts a slide. At most 300 slides; long ones are split. Returns the number of slides. It can't change existing slides.",
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

async function make(
  parts: DocumentParts,
  context: ToolContext,
): Promise<{ readonly bytes: Uint8Array; readonly about: string }> {
  const [pptxgenjs = ""] = toolPackageUrls("slides", ["pptxgenjs"])
  const order = { job: "make_slides", request: { ...parts, pptxgenjs } } as const
  const { bytes, slides } = await runInChild(context, order, { advice: MAKE_LESS })
  return { bytes, about: count(slides, "slide") }
}
