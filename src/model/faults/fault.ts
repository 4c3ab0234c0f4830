import { headOf } from "../../text/clip.ts"
import { parseRetryAfter } from "../http/retry-after.ts"

/** What is known of a failed call, whichever way the provider package wrapped it. */
export type Fault = {
  readonly message: string
  readonly status: number | undefined
  /** Error code of the operating system (`ECONNREFUSED`) or of the provider (`insufficient_quota`). */
  readonly codes: readonly string[]
  readonly retryAfterMs: number | undefined
  /** Tokens, where the body has them in fields of their own. */
  readonly sizes: { readonly prompt: number | undefined; readonly window: number | undefined }
}

/** Reads by shape, not by class, so that no provider package has to be loaded for it. `now` dates a Retry-After date. */
export function readFault(error: unknown, now: number): Fault {
  const chain = causesOf(error)
  const body = chain.map(({ responseBody }) => parseBody(responseBody)).find((found) => found !== undefined)
  return {
    message: describe(chain, body),
    status: readStatus(chain),
    codes: [...chain, ...(body ? [body] : [])].flatMap(readCodes),
    retryAfterMs:
      chain.map((link) => readRetryAfter(link, now)).find((found) => found !== undefined) ?? retryInfo(body),
    sizes: { prompt: readNumber(body?.n_prompt_tokens), window: readNumber(body?.n_ctx) },
  }
}

type Link = { readonly [key: string]: unknown }

function causesOf(error: unknown): Link[] {
  const chain: Link[] = []
  let current = error
  while (isLink(current) && !chain.includes(current)) {
    chain.push(current)
    current = current.cause ?? firstOf(current.errors)
  }
  return chain
}

/** Node reports a failed dual-stack connect as one error with the attempts in `errors`. */
function firstOf(errors: unknown): unknown {
  return Array.isArray(errors) ? errors[0] : undefined
}

function parseBody(text: unknown): Link | undefined {
  if (typeof text !== "string") return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    // Google wraps the error of a stream in a list.
    const body = Array.isArray(parsed) ? parsed[0] : parsed
    if (!isLink(body)) return undefined
    return isLink(body.error) ? body.error : body
  } catch {
    return undefined
  }
}

function describe(chain: readonly Link[], body: Link | undefined): string {
  const provided = body && describeBody(body)
  if (provided) return provided
  const raw = chain.map(({ responseBody }) => responseBody).find(isText)
  const own = chain.map(({ message }) => message).filter(isText)
  return headOf(raw ?? own.at(-1) ?? "no reason given", 500)
}

/** OpenRouter hides what the provider behind it said in `metadata.raw`; FastAPI servers and Mistral use `detail`. */
function describeBody(body: Link): string | undefined {
  const said = [body.message, body.Message, body.error, body.msg].find(isText)
  const raw = isLink(body.metadata) && isText(body.metadata.raw) ? body.metadata.raw : undefined
  const detail = isText(body.detail) ? body.detail : isLink(body.detail) ? inWords(body.detail) : undefined
  const all = [said, raw ?? detail].filter(isText).join(": ")
  return all === "" ? undefined : headOf(all, 1000)
}

/** What is nested too deep to be written down is left out. */
function inWords(detail: Link): string | undefined {
  try {
    return JSON.stringify(detail)
  } catch {
    return undefined
  }
}

function readStatus(chain: readonly Link[]): number | undefined {
  for (const { statusCode, code } of chain) {
    for (const value of [statusCode, code]) {
      if (typeof value === "number" && value >= 400 && value < 600) return value
    }
  }
  return undefined
}

function readCodes(link: Link): string[] {
  const names = isText(link.name) && link.name.startsWith("AI_") ? [link.name] : []
  return [link.code, link.type, link.status, link.reason, ...names, ...errorTypeHeader(link)].filter(isText)
}

/** Bedrock names its error in a header. */
function errorTypeHeader(link: Link): unknown[] {
  return isLink(link.responseHeaders) ? [link.responseHeaders["x-amzn-errortype"]] : []
}

function readNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined
}

function readRetryAfter(link: Link, now: number): number | undefined {
  const headers = isLink(link.responseHeaders) ? link.responseHeaders : {}
  if (isText(headers["retry-after-ms"])) return parseRetryAfter(Number(headers["retry-after-ms"]) / 1000, now)
  return isText(headers["retry-after"]) ? parseRetryAfter(headers["retry-after"], now) : undefined
}

/** Google says it in a detail of its error, as in `32s`. */
function retryInfo(body: Link | undefined): number | undefined {
  const details = Array.isArray(body?.details) ? body.details.filter(isLink) : []
  const told = details.map(({ retryDelay }) => retryDelay).find(isText)
  const seconds = told === undefined ? Number.NaN : Number(/^([\d.]+)s$/.exec(told)?.[1])
  return Number.isNaN(seconds) ? undefined : Math.ceil(1000 * seconds)
}

function isLink(value: unknown): value is Link {
  return typeof value === "object" && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== ""
}
