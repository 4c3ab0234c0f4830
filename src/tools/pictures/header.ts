/* Nothing is decoded here: what a picture is stands in its first bytes. */

type Looks<Format> = { readonly format: Format; readonly width: number; readonly height: number }

/** A picture that models take. */
export type PictureHeader = {
  readonly mime: string
  readonly ending: string
  readonly width: number
  readonly height: number
}

/** What kind of picture these bytes are and how large; `undefined` for anything that models don't take. */
export function readHeader(bytes: Uint8Array): PictureHeader | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const looks = readPng(buffer) ?? readJpeg(buffer) ?? readGif(buffer) ?? readWebp(buffer)
  if (looks === undefined || looks.width === 0 || looks.height === 0) return undefined
  const { format, width, height } = looks
  return { mime: `image/${format === "jpg" ? "jpeg" : format}`, ending: `.${format}`, width, height }
}

export function readPng(bytes: Buffer): Looks<"png"> | undefined {
  if (bytes.length < 24 || bytes.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return undefined
  return { format: "png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The size stands in the frame header, behind segments of any kind. */
export function readJpeg(bytes: Buffer): Looks<"jpg"> | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let place = 2
  while (place + 9 < bytes.length && bytes[place] === 0xff) {
    const marker = bytes[place + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { format: "jpg", width: bytes.readUInt16BE(place + 7), height: bytes.readUInt16BE(place + 5) }
    place += 2 + bytes.readUInt16BE(place + 2)
  }
  return { format: "jpg", width: 0, height: 0 }
}

function readGif(bytes: Buffer): Looks<"gif"> | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a/.test(bytes.toString("latin1", 0, 6))) return undefined
  return { format: "gif", width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** Three kinds of it, each with its size in another place. */
function readWebp(bytes: Buffer): Looks<"webp"> | undefined {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP")
    return undefined
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return { format: "webp", width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case "VP8L": {
      const bits = bytes.readUInt32LE(21)
      return { format: "webp", width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case "VP8 ":
      return { format: "webp", width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      return undefined
  }
}
