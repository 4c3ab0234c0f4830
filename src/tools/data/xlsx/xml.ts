import type { Readable } from "node:stream"
import { damaged } from "./zip.ts"

/** A piece of XML. Names come without their prefix; attributes are parsed when somebody asks. */
export type XmlToken =
  | { readonly kind: "open"; readonly name: string; readonly attributes: string; readonly isEmpty: boolean }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "text"; readonly text: string }

/** Past this a part has no end in sight. */
const LONGEST_TAG = 1_000_000
const LARGEST_PART = 2 ** 30

/** The tokens of a stream, some at a time: a sheet may be larger than memory. */
export async function* xmlTokens(stream: Readable): AsyncGenerator<XmlToken> {
  const decoder = new TextDecoder()
  let rest = ""
  let read = 0
  try {
    for await (const chunk of stream) {
      read += (chunk as Buffer).length
      if (read > LARGEST_PART) throw damaged("a part of it unpacks to more than 1 GB")
      const scanned = scan(rest + decoder.decode(chunk as Buffer, { stream: true }))
      rest = scanned.rest
      if (rest.length > LONGEST_TAG) throw damaged("its XML is broken")
      yield* scanned.tokens
    }
  } catch (error) {
    if (/^Z_/.test((error as NodeJS.ErrnoException).code ?? "")) throw damaged("its archive is broken")
    throw error
  }
}

/** The value of an attribute, whatever its prefix. */
export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found ? unescapeXml(found[1] ?? found[2] ?? "") : undefined
}

type Scanned = { readonly tokens: XmlToken[]; readonly rest: string }

/** All whole tokens of a text; what is not whole yet is left over. */
function scan(text: string): Scanned {
  const tokens: XmlToken[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf("<", at)
    if (start < 0) return { tokens, rest: text.slice(at) }
    const end = tagEnd(text, start)
    if (end < 0) return { tokens, rest: text.slice(at) }
    if (start > at) tokens.push({ kind: "text", text: unescapeXml(text.slice(at, start)) })
    const token = toToken(text.slice(start, end))
    if (token) tokens.push(token)
    at = end
  }
}

/** Right after the tag; -1 while it goes on in the next chunk. */
function tagEnd(text: string, start: number): number {
  const closing = text.startsWith("<!--", start) ? "-->" : text.startsWith("<![CDATA[", start) ? "]]>" : ">"
  let end = text.indexOf(closing, start)
  while (closing === ">" && end >= 0 && isQuoted(text, start, end)) end = text.indexOf(">", end + 1)
  return end < 0 ? -1 : end + closing.length
}

/** A `>` inside an attribute's value ends nothing. */
function isQuoted(text: string, start: number, end: number): boolean {
  let quote = ""
  for (let at = start; at < end; at++) {
    const character = text[at] as string
    if (quote === "" && (character === '"' || character === "'")) quote = character
    else if (character === quote) quote = ""
  }
  return quote !== ""
}

function toToken(tag: string): XmlToken | undefined {
  if (tag.startsWith("<![CDATA[")) return { kind: "text", text: tag.slice(9, -3) }
  if (tag.startsWith("<!") || tag.startsWith("<?")) return undefined
  if (tag.startsWith("</")) return { kind: "close", name: localName(tag.slice(2, -1).trim()) }
  const isEmpty = tag.endsWith("/>")
  const body = tag.slice(1, isEmpty ? -2 : -1)
  const space = body.search(/\s/)
  const name = space < 0 ? body : body.slice(0, space)
  return { kind: "open", name: localName(name), attributes: space < 0 ? "" : body.slice(space), isEmpty }
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  if (!text.includes("&")) return text
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
