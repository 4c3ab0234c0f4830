import { binaryType } from "./binary-type.ts"
import { encodeSingle, encodeWide } from "./legacy-encoding.ts"

/** How a text lies on disk. */
export type Encoding = {
  readonly name: "UTF-8" | "UTF-16LE" | "UTF-16BE" | "GBK" | "Windows-1252"
  readonly hasMark: boolean
}

export type DecodedText = { readonly text: string; readonly encoding: Encoding }

export const UTF8: Encoding = { name: "UTF-8", hasMark: false }

const WESTERN: Encoding = { name: "Windows-1252", hasMark: false }

/** Enough to guess by. */
const BYTES_SEEN = 65_536

const MARKS: readonly (readonly [Buffer, Encoding])[] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), { name: "UTF-8", hasMark: true }],
  [Buffer.from([0xff, 0xfe]), { name: "UTF-16LE", hasMark: true }],
  [Buffer.from([0xfe, 0xff]), { name: "UTF-16BE", hasMark: true }],
]

/** How the file is encoded, by its first bytes; `undefined` for what is no text. A guess only where it is not Unicode. */
export function detectEncoding(start: Buffer): Encoding | undefined {
  const binary = binaryType(start)
  const marked = MARKS.find(([mark]) => start.subarray(0, mark.length).equals(mark))?.[1]
  if (marked !== undefined && binary !== "UTF-32 text") return marked
  if (binary !== undefined) return undefined
  if (isUtf8(start)) return UTF8
  const seen = start.subarray(0, BYTES_SEEN)
  if (hasControls(seen)) return undefined
  return isChinese(seen) ? { name: "GBK", hasMark: false } : WESTERN
}

/** The text without a byte order mark; `undefined` for what is no text. */
export function decodeText(bytes: Buffer): DecodedText | undefined {
  const encoding = detectEncoding(bytes)
  if (encoding === undefined) return undefined
  const text = decodeWhole(bytes, encoding)
  if (text !== undefined) return { text, encoding }
  // Every byte means something there, so it is what remains for a text that is broken somewhere.
  return encoding.hasMark ? undefined : { text: decoderOf(WESTERN, true).decode(bytes), encoding: WESTERN }
}

function decodeWhole(bytes: Buffer, encoding: Encoding): string | undefined {
  try {
    return decoderOf(encoding, true).decode(bytes)
  } catch {
    return undefined
  }
}

export function decoderOf({ name }: Encoding, fatal: boolean): InstanceType<typeof TextDecoder> {
  return new TextDecoder(name === "GBK" ? "gb18030" : name, { fatal })
}

/** The bytes of a text in that encoding; `undefined` where it has no way to write it. */
export function encodeText(text: string, { name, hasMark }: Encoding): Buffer | undefined {
  const whole = hasMark ? `\uFEFF${text}` : text
  switch (name) {
    case "UTF-8":
      return Buffer.from(whole)
    case "UTF-16LE":
      return Buffer.from(whole, "utf16le")
    case "UTF-16BE":
      return Buffer.from(whole, "utf16le").swap16()
    case "GBK":
      return encodeWide(text)
    case "Windows-1252":
      return encodeSingle(text)
  }
}

/** A start may end in the middle of a character. */
function isUtf8(start: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(start, { stream: true })
    return true
  } catch {
    return false
  }
}

const MOST_CONTROLS = 0.02

/** Text has next to no control characters besides tabs and line ends. */
function hasControls(start: Buffer): boolean {
  const controls = start.filter((byte) => byte < 32 && ![8, 9, 10, 12, 13, 27].includes(byte))
  return controls.length > start.length * MOST_CONTROLS
}

/** Chinese comes in pairs of high bytes, the common characters in one block; letters of the west stand alone between plain ones. */
function isChinese(start: Buffer): boolean {
  let common = 0
  let other = 0
  for (let index = 0; index < start.length; index++) {
    const lead = start[index] ?? 0
    if (lead < 0x80) continue
    const trail = start[index + 1] ?? 0xa1
    if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1) common++
    else other++
    if (trail >= 0x40) index++
  }
  return common > 9 * other
}
