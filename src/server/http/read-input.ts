import type { Context } from "hono"
import type { z } from "zod"
import type { AskedTrace } from "../../protocol/log/trace.ts"
import { ApiFailure, invalidInput } from "./failure.ts"

/** The body as its schema has it; no body at all is an empty object. Throws `ApiFailure` with the path of what is wrong. */
export async function readBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
  mostBytes: number = MAX_BODY,
): Promise<z.infer<Schema>> {
  const parsed = schema.safeParse(parse(await readText(context, mostBytes), context.req.header("content-type")))
  if (parsed.success) return parsed.data
  throw invalidInput("body", parsed.error)
}

/** The query as its schema has it; an empty value counts as left out. */
export function readQuery<Schema extends z.ZodType>(context: Context, schema: Schema): z.infer<Schema> {
  const given = Object.entries(context.req.query()).filter(([, value]) => value !== "")
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  throw invalidInput("query", parsed.error)
}

/** The same of a query whose names may stand there several times. */
export function readLists<Schema extends z.ZodType>(context: Context, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(context.req.queries())
  if (parsed.success) return parsed.data
  throw invalidInput("query", parsed.error)
}

/** W3C's trace context of the request, as it was said. */
export function askedTrace({ req }: Context): AskedTrace {
  return { traceparent: req.header("traceparent"), tracestate: req.header("tracestate") }
}

const MAX_BODY = 1024 * 1024

/** Of a body that is allowed to be large for what it carries with it: its own words are no larger than another's. */
export function limitWords(words: unknown): void {
  if (Buffer.byteLength(JSON.stringify(words)) > MAX_BODY) throw tooLarge(MAX_BODY)
}

/** No more of it is read than is allowed, whatever its length is said to be. */
async function readText({ req }: Context, mostBytes: number): Promise<string> {
  if (Number(req.header("content-length") ?? 0) > mostBytes) throw tooLarge(mostBytes)
  const reader = req.raw.body?.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.length
    // The stream is left open: to cancel it would cut the connection before the reply.
    if (bytes > mostBytes) throw tooLarge(mostBytes)
    chunks.push(part.value)
  }
  return Buffer.concat(chunks).toString("utf8")
}

function tooLarge(mostBytes: number): ApiFailure {
  return new ApiFailure(413, "too_large", `The body is larger than ${mostBytes / 1024 / 1024} MB.`)
}

/** A form of a strange page can't send this type without asking first. */
function parse(text: string, type = ""): unknown {
  if (text.trim() === "") return {}
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ApiFailure(400, "bad_request", "body: expected JSON.", { hint: "Send Content-Type: application/json." })
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiFailure(400, "bad_json", "body: not valid JSON.")
  }
}
