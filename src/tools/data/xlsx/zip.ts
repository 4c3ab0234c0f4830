import { createReadStream } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import type { Readable } from "node:stream"
import { createInflateRaw } from "node:zlib"
import { ToolFailure } from "../../tool.ts"

type Entry = {
  readonly offset: number
  readonly compressed: number
  readonly size: number
  readonly isStored: boolean
}

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_HEADER = 30
const END_RECORD = 22
const LONGEST_COMMENT = 65_535
const ZIP64_MARK = 0xffffffff
/** A part that unpacks to more is refused: small archives can unpack to anything. */
const LARGEST_PART = 2 ** 30

/** A zip archive's parts by name, each read as a stream. Neither zip64 nor encrypted archives. */
export class Zip {
  readonly #file: string
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(file: string, entries: ReadonlyMap<string, Entry>) {
    this.#file = file
    this.#entries = entries
  }

  static async open(file: string): Promise<Zip> {
    await using handle = await open(file, "r")
    return new Zip(file, parseDirectory(await readDirectory(handle)))
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The unpacked content of a part. */
  async stream(name: string): Promise<Readable> {
    const entry = this.#entries.get(name)
    if (!entry) throw damaged(`it has no part ${name}`)
    if (entry.size > LARGEST_PART) throw damaged(`its part ${name} is larger than 1 GB`)
    const start = await this.#dataStart(entry)
    const packed = createReadStream(this.#file, { start, end: start + entry.compressed - 1 })
    if (entry.isStored) return packed
    const unpacked = createInflateRaw()
    packed.on("error", (error) => unpacked.destroy(error))
    unpacked.on("close", () => packed.destroy())
    return packed.pipe(unpacked)
  }

  /** The header before the data has a name and extras of its own. */
  async #dataStart({ offset }: Entry): Promise<number> {
    await using handle = await open(this.#file, "r")
    const header = Buffer.alloc(LOCAL_HEADER)
    await handle.read(header, 0, LOCAL_HEADER, offset)
    return offset + LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28)
  }
}

/** A workbook that can't be read, and why. */
export function damaged(why: string): ToolFailure {
  return new ToolFailure(`The workbook can't be read: ${why}. Save it again as .xlsx, or export it as CSV.`)
}

async function readDirectory(handle: FileHandle): Promise<Buffer> {
  const { size } = await handle.stat()
  const tail = Buffer.alloc(Math.min(size, END_RECORD + LONGEST_COMMENT))
  await handle.read(tail, 0, tail.length, size - tail.length)
  const end = lastIndexOf(tail, END_SIGNATURE)
  if (end < 0) throw damaged("its archive has no end")
  const length = tail.readUInt32LE(end + 12)
  const offset = tail.readUInt32LE(end + 16)
  if (length === ZIP64_MARK || offset === ZIP64_MARK) throw damaged("its archive is larger than 4 GB")
  if (offset + length > size) throw damaged("its archive is cut off")
  const directory = Buffer.alloc(length)
  await handle.read(directory, 0, length, offset)
  return directory
}

function lastIndexOf(tail: Buffer, signature: number): number {
  for (let at = tail.length - END_RECORD; at >= 0; at--) if (tail.readUInt32LE(at) === signature) return at
  return -1
}

function parseDirectory(directory: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  let at = 0
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const nameLength = directory.readUInt16LE(at + 28)
    const name = directory.toString("utf8", at + 46, at + 46 + nameLength)
    entries.set(name.replaceAll("\\", "/"), entryAt(directory, at))
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

function entryAt(directory: Buffer, at: number): Entry {
  return {
    isStored: directory.readUInt16LE(at + 10) === 0,
    compressed: directory.readUInt32LE(at + 20),
    size: directory.readUInt32LE(at + 24),
    offset: directory.readUInt32LE(at + 42),
  }
}
