import { crc32, deflateRawSync, inflateRawSync } from "node:zlib"

type Part = { readonly name: string; readonly content: Buffer }

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
/** Midnight of the first day that a zip can name. */
const OLDEST_DATE = 0x0021
const UTF8_NAMES = 0x0800
const DEFLATED = 8

/** Packs an archive again so that nothing in it tells when it was made; `change` may replace a part. */
export function repack(archive: Buffer, change: (name: string, content: Buffer) => Buffer): Buffer {
  return pack(unpack(archive).map(({ name, content }) => ({ name, content: change(name, content) })))
}

/** The parts in the order of the archive, without folders. */
export function unpack(archive: Buffer): Part[] {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"))
  if (end === -1 || archive.readUInt32LE(end) !== END) throw new Error("not a zip archive")
  const parts: Part[] = []
  let place = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((at) => archive.readUInt16LE(place + at)) as [
      number,
      number,
      number,
    ]
    const name = archive.toString("utf8", place + 46, place + 46 + nameLength)
    if (!name.endsWith("/")) parts.push({ name, content: contentAt(archive, place) })
    place += 46 + nameLength + extraLength + noteLength
  }
  return parts
}

function contentAt(archive: Buffer, entry: number): Buffer {
  const local = archive.readUInt32LE(entry + 42)
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20))
  return archive.readUInt16LE(entry + 10) === DEFLATED ? inflateRawSync(packed) : packed
}

function pack(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content } of parts) {
    const packed = deflateRawSync(content, { level: 9 })
    const common = commonFields(name, content, packed)
    const local = Buffer.concat([uint32(LOCAL), common, Buffer.from(name), packed])
    // Version made by, the common fields, then: no comment, one disk, no attributes.
    entries.push(
      Buffer.concat([uint32(ENTRY), uint16(20), common, Buffer.alloc(10), uint32(offset), Buffer.from(name)]),
    )
    bodies.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const counts = [uint16(parts.length), uint16(parts.length)]
  const last = Buffer.concat([uint32(END), uint32(0), ...counts, uint32(directory.length), uint32(offset), uint16(0)])
  return Buffer.concat([...bodies, directory, last])
}

/** Version needed, flags, method, time, date, checksum, both sizes, length of the name, no extras. */
function commonFields(name: string, content: Buffer, packed: Buffer): Buffer {
  return Buffer.concat([
    ...[20, UTF8_NAMES, DEFLATED, 0, OLDEST_DATE].map(uint16),
    ...[crc32(content), packed.length, content.length].map(uint32),
    ...[Buffer.byteLength(name), 0].map(uint16),
  ])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
