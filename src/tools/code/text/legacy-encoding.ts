/* Node decodes the encodings of old files but does not encode them: the tables are made from what it decodes. */

type Table = ReadonlyMap<string, readonly number[]>

let single: Table | undefined
let wide: Table | undefined

/** Text as Windows-1252; `undefined` where a character is missing there. */
export function encodeSingle(text: string): Buffer | undefined {
  single ??= singleTable()
  return encode(text, single)
}

/** Text as GBK; `undefined` where a character is missing there. */
export function encodeWide(text: string): Buffer | undefined {
  wide ??= wideTable()
  return encode(text, wide)
}

function encode(text: string, table: Table): Buffer | undefined {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const found = code < 0x80 ? [code] : table.get(character)
    if (found === undefined) return undefined
    for (const byte of found) bytes.push(byte)
  }
  return Buffer.from(bytes)
}

function singleTable(): Table {
  const bytes = Array.from({ length: 128 }, (_, index) => index + 128)
  const decoder = new TextDecoder("windows-1252")
  return new Map(bytes.map((byte) => [decoder.decode(Uint8Array.of(byte)), [byte]]))
}

function wideTable(): Table {
  const table = new Map<string, readonly number[]>()
  const decoder = new TextDecoder("gb18030")
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if ([...character].length === 1 && character !== "\uFFFD" && !table.has(character))
        table.set(character, [lead, trail])
    }
  }
  return table
}
