import type { IncomingMessage } from "node:http"
import { ToolFailure } from "../tool.ts"
import { type Body, READABLE_ENCODINGS, readBody } from "./read-body.ts"
import { sendRequest } from "./send-request.ts"
import { findAddresses, readWebUrl, type WebRules } from "./web-address.ts"

/** Bytes, unpacked. */
export const LARGEST_PAGE = 2_000_000
const MOST_REDIRECTS = 10
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const ACCEPTED = "text/html, application/xhtml+xml, text/markdown, text/plain, application/json;q=0.9, */*;q=0.1"

export type Page = Body & {
  /** Where it really came from, after redirects. */
  readonly url: URL
  /** As the server says it. */
  readonly contentType: string
}

/** Gets a page. Every redirect is a new address, checked as the first was. */
export async function fetchPage(address: string, rules: WebRules, signal: AbortSignal): Promise<Page> {
  let url = readWebUrl(address, rules)
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const answer = await get(url, rules, signal)
    const next = redirectOf(answer, url, rules)
    if (next === undefined) return readPage(answer, url, signal)
    url = next
  }
  throw new ToolFailure(`${address} redirects more than ${MOST_REDIRECTS} times; it leads nowhere.`)
}

async function get(url: URL, rules: WebRules, signal: AbortSignal): Promise<IncomingMessage> {
  const addresses = await findAddresses(url, rules, signal)
  const headers = { accept: ACCEPTED, "accept-encoding": READABLE_ENCODINGS }
  return sendRequest({ url, addresses, headers, signal })
}

function redirectOf(answer: IncomingMessage, url: URL, rules: WebRules): URL | undefined {
  const { statusCode = 0, headers } = answer
  if (!REDIRECTS.has(statusCode) || headers.location === undefined) return undefined
  answer.destroy()
  return readWebUrl(headers.location, rules, url)
}

async function readPage(answer: IncomingMessage, url: URL, signal: AbortSignal): Promise<Page> {
  const { statusCode = 0, headers } = answer
  if (statusCode < 200 || statusCode > 299) {
    answer.destroy()
    throw new ToolFailure(`${url.href} answered ${statusCode}${ADVICE[statusCode] ?? "; try another source"}.`)
  }
  const body = await readBody(answer, { url, limit: LARGEST_PAGE, signal })
  return { ...body, url, contentType: headers["content-type"] ?? "" }
}

const ADVICE: Readonly<Record<number, string>> = {
  401: ": it wants a login, which there is none of; try another source",
  403: ": it refuses programs or this address; try another source",
  404: ": there is no such page; check the URL",
  410: ": the page is gone",
  429: ": too many requests; try again later",
}
