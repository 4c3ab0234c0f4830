import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { shorten } from "../code/text/text.ts"
import { type AnyTool, defineTool, ToolFailure } from "../tool.ts"
import { inlineText } from "./plain-html.ts"
import { READABLE_ENCODINGS, readBody } from "./read-body.ts"
import { type Found, MOST_RESULTS, type SearchProvider } from "./search-provider.ts"
import { sendRequest } from "./send-request.ts"
import { fenceUntrusted, visibleText } from "./untrusted.ts"
import { findAddresses, type WebRules } from "./web-address.ts"

const LARGEST_ANSWER = 2_000_000
const LONGEST_TITLE = 150
const LONGEST_SNIPPET = 400

/** Searches the web with the provider that the user configured. */
export function webSearch(provider: SearchProvider, rules: WebRules): AnyTool {
  return defineTool({
    name: "web_search",
    description:
      "Search the web: at most 10 results with title, address and a short excerpt. They only tell you where to look: read a page with fetch_web_content before you rely on it.",
    input: z.object({ query: z.string().trim().min(1) }),
    access: "network",
    traits: BUILT_IN.web.web_search,
    repeat: "safe",
    title: ({ query }) => `Search the web: ${shorten(query, 100)}`,

    async execute({ query }, { signal }) {
      if (rules.secrets.redact(query) !== query) {
        throw new ToolFailure("The query holds a secret, which must not leave this machine; take it out.")
      }
      const found = (await search(provider, query, { rules, signal })).slice(0, MOST_RESULTS)
      if (found.length === 0) return `${provider.name} found nothing for ${JSON.stringify(query)}. Try other words.`
      return fenceUntrusted(`${provider.name}: results for ${JSON.stringify(query)}`, render(found))
    },
  })
}

type Asking = { readonly rules: WebRules; readonly signal: AbortSignal }

/** No redirect is followed: the key is meant for this server alone. */
async function search(provider: SearchProvider, query: string, { rules, signal }: Asking): Promise<readonly Found[]> {
  const { url, ...request } = provider.ask(query)
  // The user named this place, so it may well be on this machine.
  const addresses = await findAddresses(url, { ...rules, allow: [url.host] }, signal)
  const headers = { accept: "application/json", "accept-encoding": READABLE_ENCODINGS, ...request.headers }
  const answer = await sendRequest({ ...request, url, addresses, headers, signal })
  const { statusCode = 0 } = answer
  if (statusCode !== 200) {
    answer.destroy()
    throw refused(provider, statusCode)
  }
  const { bytes } = await readBody(answer, { url, limit: LARGEST_ANSWER, signal })
  try {
    return provider.read(JSON.parse(withoutKey(bytes.toString("utf8"), provider)))
  } catch {
    throw new ToolFailure(`${provider.name} at ${url.host} answered in a form that is not its own; check its URL.`)
  }
}

/** A server may say anything, also what it was told. */
function withoutKey(text: string, { key }: SearchProvider): string {
  return key === "" ? text : text.replaceAll(key, "[redacted]")
}

function refused({ name, advice }: SearchProvider, status: number): ToolFailure {
  const usual = status === 429 ? "too many requests; try again later" : "try again later or fetch a known page"
  return new ToolFailure(`${name} answered ${status}: ${advice[status] ?? usual}.`)
}

function render(found: readonly Found[]): string {
  return found
    .map(({ title, url, snippet }, index) => {
      const lines = [`${index + 1}. ${line(title, LONGEST_TITLE)}`, `   ${line(url, 1000)}`]
      return [...lines, ...(snippet ? [`   ${line(snippet, LONGEST_SNIPPET)}`] : [])].join("\n")
    })
    .join("\n")
}

function line(text: string, length: number): string {
  return shorten(visibleText(inlineText(text)), length)
}
