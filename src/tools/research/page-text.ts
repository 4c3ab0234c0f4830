import { formatSize } from "../artifact-limits.ts"
import { binaryType } from "../code/text/binary-type.ts"
import { decodeText } from "../code/text/encoding.ts"
import { ToolFailure } from "../tool.ts"
import type { Page } from "./fetch-page.ts"

export type PageText = { readonly kind: "html" | "text"; readonly text: string }

const MARKUP = /^(text\/html|application\/xhtml\+xml)$/
const PLAIN = /^(text\/.+|application\/(.+\+)?(json|xml|yaml|x-yaml|toml|javascript|ecmascript|x-ndjson|jsonl|sql))$/

/** The page as text: by its declared type if it has one, else by its looks. Other types are refused with what they are. */
export function pageText(page: Page): PageText {
  const type = /^\s*([^;\s]+)/.exec(page.contentType)?.[1]?.toLowerCase() ?? ""
  if (type !== "" && !MARKUP.test(type) && !PLAIN.test(type)) throw notReadable(page, type)
  const isMarkup = type === "" ? looksLikeMarkup(page.bytes) : MARKUP.test(type)
  const text = decode(page, isMarkup)
  if (text === undefined) throw notReadable(page, type)
  return { kind: isMarkup ? "html" : "text", text }
}

function looksLikeMarkup(bytes: Buffer): boolean {
  return /^\W*<(!doctype html|html|head|body)\b/i.test(bytes.toString("latin1", 0, 1000))
}

/** The mark at the start says most, then the server, then the page itself; what all are silent on is guessed. */
function decode({ bytes, contentType, isCut }: Page, isMarkup: boolean): string | undefined {
  const marked = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(bytes.subarray(0, 3).toString("latin1"))
  const label = marked
    ? undefined
    : (charsetIn(contentType) ?? (isMarkup ? charsetIn(bytes.toString("latin1", 0, 4096)) : undefined))
  if (label !== undefined && binaryType(bytes) === undefined) {
    const text = decodeAs(label, bytes)
    if (text !== undefined) return text
  }
  // A cut may have left a part of a character, which would make the rest look like another encoding.
  return decodeText(isCut ? wholeCharacters(bytes) : bytes)?.text
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(text)?.[1]
}

function decodeAs(label: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return undefined
  }
}

function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--
  return ((bytes[end - 1] ?? 0) & 0x80) === 0 ? bytes.subarray(0, end) : bytes.subarray(0, end - 1)
}

function notReadable({ url, bytes, isCut }: Page, type: string): ToolFailure {
  const kind = binaryType(bytes) ?? (type === "" ? "of an unknown type" : undefined)
  const what = [type, kind].filter(Boolean).join(", ")
  const size = `${isCut ? "more than " : ""}${formatSize(bytes.length)}`
  return new ToolFailure(`${url.href} is ${what} (${size}); only HTML, plain text and JSON can be read.`)
}
