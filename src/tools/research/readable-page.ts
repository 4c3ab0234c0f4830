import { findPackage } from "../../extras/find-package.ts"
import { MissingExtraError } from "../../extras/missing-extra.ts"
import { runInChild } from "../child/run-in-child.ts"
import type { ToolContext } from "../tool.ts"
import { plainHtml } from "./plain-html.ts"

/** Some pages take minutes, or more stack than there is: they are read plainly instead. */
const LONGEST_READING_MS = 15_000

export type ReadablePage = {
  readonly title: string
  readonly text: string
  /** Whether headings, tables and code are marked; a plain page is only its text. */
  readonly isMarkdown: boolean
  /** What is missing here to read it better. */
  readonly lacks?: string
}

type Reading = Pick<ToolContext, "signal" | "sandbox" | "children"> & { readonly url: URL; readonly limitMs?: number }

/** The article of a page as Markdown, without what surrounds it. Never fails: what can't be read so, or not here, is read plainly. */
export async function readablePage(
  html: string,
  { url, limitMs = LONGEST_READING_MS, ...context }: Reading,
): Promise<ReadablePage> {
  const found = packages()
  if (found instanceof MissingExtraError) return { ...plainly(html), lacks: found.message }
  const order = { job: "read_page", request: { html, url: url.href, ...found } } as const
  const read = await runInChild(context, order, { limitMs, advice: "" }).catch(() => undefined)
  context.signal.throwIfAborted()
  return read && read.text.trim() !== "" ? { ...read, isMarkdown: true } : plainly(html, read?.title)
}

function plainly(html: string, title = ""): ReadablePage {
  return { title, text: plainHtml(html), isMarkdown: false }
}

/** Defuddle's build for Node stands beside its main file. */
function packages(): { readonly defuddle: string; readonly linkedom: string } | MissingExtraError {
  try {
    const defuddle = new URL("./node.js", findPackage("pages", "defuddle")).href
    return { defuddle, linkedom: findPackage("pages", "linkedom") }
  } catch (error) {
    if (error instanceof MissingExtraError) return error
    throw error
  }
}
