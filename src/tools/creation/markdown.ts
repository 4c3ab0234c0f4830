import { runInChild } from "../child/run-in-child.ts"
import { toolPackageUrls } from "../load-tool-package.ts"
import { type ToolContext, ToolFailure } from "../tool.ts"
import type { Block } from "./document.ts"

/** Some texts take a time that grows with the square of their length. */
const LONGEST_READING_MS = 20_000
const PACKAGES = ["mdast-util-from-markdown", "micromark-extension-gfm", "mdast-util-gfm"] as const

/** Reads Markdown with the parser that comes with either extra. */
export async function readMarkdown(text: string, context: ToolContext, extra: "pdf" | "slides"): Promise<Block[]> {
  const packages = toolPackageUrls(extra, PACKAGES)
  const advice = "Make the text shorter, or its paragraphs and nesting simpler."
  const order = { job: "read_markdown", request: { text, packages } } as const
  try {
    return await runInChild(context, order, { limitMs: LONGEST_READING_MS, advice })
  } catch (error) {
    context.signal.throwIfAborted()
    if (!(error instanceof ToolFailure) && !(error instanceof RangeError) && !/stack/.test(String(error))) throw error
    throw new ToolFailure(
      `The Markdown is too complicated to be read: too deeply nested, or too long a paragraph. ${(error as Error).message}`,
    )
  }
}
