import { ToolFailure } from "../../tool.ts"
import type { ExistingContent } from "../file-content.ts"
import { binaryType } from "./binary-type.ts"
import { type DecodedText, decodeText, type Encoding, encodeText, UTF8 } from "./encoding.ts"
import { prevailingEnd } from "./text.ts"

/** The text of a file that is going to be changed; refuses what could not be written back byte for byte. */
export function editableText({ path, bytes }: ExistingContent): DecodedText {
  const decoded = decodeText(bytes)
  if (decoded === undefined) {
    const kind = binaryType(bytes) ?? "unknown type"
    throw new ToolFailure(`"${path}" is a binary file (${kind}) and cannot be edited as text.`)
  }
  if (!encodeText(decoded.text, decoded.encoding)?.equals(bytes)) {
    throw new ToolFailure(`"${path}" is neither UTF-8 nor clean ${decoded.encoding.name}; edit it with a command.`)
  }
  return decoded
}

/** Writes a text as the file had it before. */
export function encodeLike(path: string, text: string, encoding: Encoding): Buffer {
  const bytes = encodeText(text, encoding)
  if (bytes === undefined) {
    throw new ToolFailure(`"${path}" is ${encoding.name}, which has no way to write some of the new characters.`)
  }
  return bytes
}

/** A whole new text in the manner of the file that it replaces: its encoding and mark, its line ends, its final line end. */
export function inMannerOf(old: DecodedText | undefined, text: string): { bytes: Buffer; notes: readonly string[] } {
  if (old === undefined) return { bytes: Buffer.from(text), notes: [] }
  const { name, hasMark } = old.encoding
  const end = prevailingEnd(old.text)
  const bare = text.replace(/^\uFEFF/, "")
  const broken = end === "\r\n" && !bare.includes(end) ? bare.replaceAll("\n", end) : bare
  const whole = old.text.endsWith("\n") && broken !== "" && !broken.endsWith("\n") ? broken + end : broken
  const bytes = encodeText(whole, old.encoding)
  const notes = [
    ...(bytes === undefined ? [`now ${UTF8.name}, was ${name}`] : name === UTF8.name ? [] : [`still ${name}`]),
    ...(hasMark ? ["byte order mark kept"] : []),
    ...(broken !== bare ? ["CRLF kept"] : []),
    ...(whole !== broken ? ["final line end kept"] : []),
  ]
  return { bytes: bytes ?? Buffer.from(whole), notes }
}
