import { runInChild } from "../child/run-in-child.ts"
import { toolPackageUrls } from "../load-tool-package.ts"
import { type ToolContext, ToolFailure } from "../tool.ts"
import type { Block } from "./document.ts"

/** Some texts take a time that grows with the square of their length. */
const LONGEST_READING_MS = 20_000
/** Quotes within quotes that no page shows; the parser takes a time that grows with the square of their depth. */
const TOO_DEEP = /^(?: ?>){200}/m
const TOO_COMPLICATED = "The Markdown is too complicated to be read: too deeply nested, or too long a paragraph."
const PACKAGES = ["mdast-util-from-markdown", "micromark-extension-gfm", "mdast-util-gfm"] as const

/** Reads Markdown with the parser that comes with either extra. */
export async function readMarkdown(text: string, context: ToolContext, extra: "pdf" | "slides"): Promise<Block[]> {
  if (TOO_DEEP.test(text)) throw new ToolFailure(TOO_COMPLICATED)
  const packages = toolPackageUrls(extra, PACKAGES)
  const advice = "Make the text shorter, or its paragraphs and nesting simpler."
  const order = { job: "read_markdown", request: { text, packages } } as const
  try {
    return await runInChild(context, order, { limitMs: LONGEST_READING_MS, advice })
  } catch (error) {
    context.signal.throwIfAborted()
    if (!(error instanceof ToolFailure) && !(error instanceof RangeError) && !/stack/.test(String(error))) throw error
    throw new ToolFailure(`${TOO_COMPLICATED} ${(error as Error).message}`)
  }
}
