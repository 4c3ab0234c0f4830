import { findPackage } from "../../extras/find-package.ts"
import { MissingExtraError } from "../../extras/missing-extra.ts"
import { plainHtml } from "./plain-html.ts"
import { runInWorker } from "./run-in-worker.ts"

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

type Reading = { readonly url: URL; readonly signal: AbortSignal; readonly limitMs?: number }

/** The article of a page as Markdown, without what surrounds it. Never fails: what can't be read so, or not here, is read plainly. */
export async function readablePage(
  html: string,
  { url, signal, limitMs = LONGEST_READING_MS }: Reading,
): Promise<ReadablePage> {
  const found = packages()
  if (found instanceof MissingExtraError) return { ...plainly(html), lacks: found.message }
  const data = { html, url: url.href, packages: found }
  const read = await runInWorker<{ title: string; text: string }>({ source: READING, data, limitMs, signal })
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

/** Extractors that would go online are off. */
const READING = `
  const { html, url, packages } = data
  const [{ Defuddle }, { parseHTML }] = await Promise.all([import(packages.defuddle), import(packages.linkedom)])
  const whole = /<body[\\s>]/i.test(html) ? html : "<html><body>" + html + "</body></html>"
  const { document } = parseHTML(whole)
  const { title, content } = await Defuddle(document, url, { markdown: true, useAsync: false, fetch: globalThis.fetch })
  return { title: title || "", text: content || "" }
`
