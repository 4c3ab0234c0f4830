// Makes a screenshot small: 256 colours instead of millions, which a page hardly shows and a repository feels.
import { crc32, deflateSync, inflateSync } from "node:zlib"

const COLOURS = 256
type Box = { readonly colours: readonly (readonly [colour: number, count: number])[] }

/** Turns a PNG as Chromium writes it (8 bit, not interlaced) into one with a palette. */
export function withPalette(png: Buffer): Buffer {
  const { width, height, channels, data } = decode(png)
  const pixels = new Uint32Array(width * height)
  for (let index = 0; index < pixels.length; index++) {
    const at = index * channels
    pixels[index] = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
  }
  const counts = new Map<number, number>()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const boxes = cut({ colours: [...counts] })
  const palette = boxes.map(meanOf)
  const places = new Map(boxes.flatMap(({ colours }, place) => colours.map(([colour]) => [colour, place] as const)))
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = places.get(pixels[y * width + x] ?? 0) ?? 0
  }
  return encode(width, height, palette, rows)
}

/** Median cut: the box with the widest spread is divided until there are enough. */
function cut(all: Box): Box[] {
  const boxes = [all]
  while (boxes.length < COLOURS) {
    const [widest] = boxes.filter(({ colours }) => colours.length > 1).sort((a, b) => weight(b) - weight(a))
    if (!widest) break
    boxes.splice(boxes.indexOf(widest), 1, ...halves(widest))
  }
  return boxes
}

function halves({ colours }: Box): [Box, Box] {
  const shift = [16, 8, 0].sort((a, b) => spread(colours, b) - spread(colours, a))[0] ?? 0
  const sorted = [...colours].sort(([a], [b]) => ((a >> shift) & 255) - ((b >> shift) & 255))
  const middle = Math.max(1, sorted.length >> 1)
  return [{ colours: sorted.slice(0, middle) }, { colours: sorted.slice(middle) }]
}

function weight({ colours }: Box): number {
  const widest = Math.max(...[16, 8, 0].map((shift) => spread(colours, shift)))
  return widest * Math.log2(2 + colours.reduce((sum, [, count]) => sum + count, 0))
}

function spread(colours: Box["colours"], shift: number): number {
  let [low, high] = [255, 0]
  for (const [colour] of colours) {
    const value = (colour >> shift) & 255
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return high - low
}

function meanOf({ colours }: Box): number {
  const total = colours.reduce((sum, [, count]) => sum + count, 0)
  const channel = (shift: number) =>
    Math.round(colours.reduce((sum, [colour, count]) => sum + ((colour >> shift) & 255) * count, 0) / total)
  return (channel(16) << 16) | (channel(8) << 8) | channel(0)
}

function decode(png: Buffer) {
  const parts: Buffer[] = []
  let header = png
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 8, at + 8 + length)
    const type = png.toString("latin1", at + 4, at + 8)
    if (type === "IHDR") header = body
    if (type === "IDAT") parts.push(body)
    at += length + 12
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = header[9] === 6 ? 4 : 3
  return {
    width,
    height,
    channels,
    data: unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels),
  }
}

/** Rows are written as differences to what stands left of a byte and above it; this adds them up again. */
function unfiltered(raw: Buffer, stride: number, height: number, channels: number): Buffer {
  const data = Buffer.alloc(stride * height)
  const nothing = Buffer.alloc(stride)
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * stride, (y + 1) * stride)
    const above = y > 0 ? data.subarray((y - 1) * stride, y * stride) : nothing
    const [filter = 0] = raw.subarray(y * (stride + 1))
    row.set(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)))
    unfilterRow(row, above, filter, channels)
  }
  return data
}

function unfilterRow(row: Buffer, above: Buffer, filter: number, channels: number): void {
  const before = (line: Buffer, x: number) => line[x - channels] ?? 0
  for (const [x, difference] of row.entries()) {
    row[x] = difference + guess(filter, before(row, x), above[x] ?? 0, before(above, x))
  }
}

function guess(filter: number, left: number, up: number, corner: number): number {
  return [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

function encode(width: number, height: number, palette: readonly number[], rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const chunks = [
    chunk("IHDR", header),
    chunk("PLTE", colours),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}
