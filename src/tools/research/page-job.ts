import type { ChildJobs } from "../child/child-jobs.ts"
import { importPackage } from "../child/import-package.ts"

type Defuddle = {
  readonly Defuddle: (
    document: unknown,
    url: string,
    options: object,
  ) => Promise<{ readonly title?: string; readonly content?: string }>
}
type Linkedom = { readonly parseHTML: (html: string) => { readonly document: unknown } }

/** The article of a page as Markdown, in a child process. Extractors that would go online are off. */
export async function pageJob(
  request: ChildJobs["read_page"]["request"],
): Promise<{ readonly title: string; readonly text: string }> {
  const { html, url } = request
  const { Defuddle } = await importPackage<Defuddle>(request.defuddle, "defuddle")
  const { parseHTML } = await importPackage<Linkedom>(request.linkedom, "linkedom")
  const whole = /<body[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`
  const { document } = parseHTML(whole)
  const options = { markdown: true, useAsync: false, fetch: globalThis.fetch }
  const { title, content } = await Defuddle(document, url, options)
  return { title: title || "", text: content || "" }
}
