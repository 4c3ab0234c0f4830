import { plainHtml } from "./plain-html.ts"
import { packageUrl, runInWorker } from "./run-in-worker.ts"

/** Some pages take minutes, or more stack than there is: they are read plainly instead. */
const LONGEST_READING_MS = 15_000

export type ReadablePage = {
  readonly title: string
  readonly text: string
  /** Whether headings, tables and code are marked; a plain page is only its text. */
  readonly isMarkdown: boolean
}

type Reading = { readonly url: URL; readonly signal: AbortSignal; readonly limitMs?: number }

/** The article of a page as Markdown, without what surrounds it. Never fails: what can't be read so is read plainly. */
export async function readablePage(
  html: string,
  { url, signal, limitMs = LONGEST_READING_MS }: Reading,
): Promise<ReadablePage> {
  const data = { html, url: url.href, packages: packages() }
  const read = await runInWorker<{ title: string; text: string }>({ source: READING, data, limitMs, signal })
  if (read && read.text.trim() !== "") return { ...read, isMarkdown: true }
  return { title: read?.title ?? "", text: plainHtml(html), isMarkdown: false }
}

/** Defuddle's build for Node stands beside its main file. */
function packages(): { readonly defuddle: string; readonly linkedom: string } {
  return { defuddle: new URL("./node.js", packageUrl("defuddle")).href, linkedom: packageUrl("linkedom") }
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
