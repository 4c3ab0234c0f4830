import { z } from "zod"
import { headOf } from "../../text/clip.ts"
import { formatSize } from "../artifact-limits.ts"
import { BUILT_IN } from "../built-in.ts"
import { shorten } from "../code/text/text.ts"
import { type AnyTool, defineTool, type ToolContext } from "../tool.ts"
import { fetchPage, LARGEST_PAGE, type Page } from "./fetch-page.ts"
import { pageText } from "./page-text.ts"
import { readablePage } from "./readable-page.ts"
import { fenceUntrusted } from "./untrusted.ts"
import type { WebRules } from "./web-address.ts"

const MOST_CHARACTERS = 200_000

/** Reads pages of the public web. What comes back is marked as untrusted: a page may say anything. */
export function fetchWebContent(rules: WebRules): AnyTool {
  return defineTool({
    name: "fetch_web_content",
    description:
      "Read a public web page, HTML or text, as Markdown; at most its first 200,000 characters. No scripts run and nobody is signed in. Use addresses from a search, a page or the user; never make one up.",
    input: z.object({ url: z.string().describe("complete, with https://") }),
    access: "network",
    traits: BUILT_IN.web.fetch_web_content,
    subject: ({ url }) => ({ kind: "url", url }),
    repeat: "safe",
    title: ({ url }) => `Fetch ${shorten(url, 100)}`,

    async execute({ url }, context) {
      const page = await fetchPage(url, rules, context.signal)
      const { text, notes } = await readPage(page, context)
      const shown = headOf(text, MOST_CHARACTERS)
      if (shown.length < text.length) notes.push(`the first ${MOST_CHARACTERS} of ${text.length} characters`)
      return fenceUntrusted([page.url.href, notes.length > 0 ? ` (${notes.join("; ")})` : ""].join(""), shown)
    },
  })
}

async function readPage(
  page: Page,
  context: ToolContext,
): Promise<{ readonly text: string; readonly notes: string[] }> {
  const notes = page.isCut ? [`cut at ${formatSize(LARGEST_PAGE)}`] : []
  const { kind, text } = pageText(page)
  if (kind === "text") return { text, notes }
  const { title, text: body, isMarkdown, lacks } = await readablePage(text, { ...context, url: page.url })
  if (!isMarkdown) notes.push(`text only: ${lacks ?? "the page could not be read as an article"}`)
  const isTitled = title === "" || body.startsWith(`# ${title}`)
  return { text: isTitled ? body : `# ${title}\n\n${body}`, notes }
}
