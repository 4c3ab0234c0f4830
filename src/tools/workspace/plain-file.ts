import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from "node:fs"
import { type FileHandle, lstat, open, realpath } from "node:fs/promises"

/** How a file that somebody else may have made is read. */
export type PlainReading = {
  /** Larger files are refused, not cut. */
  readonly maxBytes: number
  /** Follow a link at the end of the path. Whether its target may be read is for the caller to check first. */
  readonly followLink?: boolean
}

/** A pipe, a device, a socket, a folder or a link in place of a file (`ENOTFILE`), or a file that is too large (`EFBIG`). */
export class NotPlainFile extends Error {
  readonly code: "ENOTFILE" | "EFBIG"
  /** What is wrong with it, without its path. */
  readonly why: string

  constructor(path: string, code: "ENOTFILE" | "EFBIG", why: string) {
    super(`${path} ${why}`)
    this.name = "NotPlainFile"
    this.code = code
    this.why = why
  }
}

// Whatever takes the file's place after the check is neither followed nor waited for, and becomes no terminal of ours.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)
const PART_BYTES = 65_536

/**
 * Reads a plain file and nothing else. It never waits for a writer and never opens a device. Throws `NotPlainFile`, or the system's
 * own error (`ENOENT`, `EACCES`).
 */
export async function readPlainFile(path: string, reading: PlainReading): Promise<Buffer> {
  await using handle = await openPlainFile(path, reading)
  const parts: Buffer[] = []
  for (let total = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PART_BYTES), 0, PART_BYTES)
    if (bytesRead === 0) return Buffer.concat(parts)
    parts.push(buffer.subarray(0, bytesRead))
    total += bytesRead
    requireRoom(path, total, reading)
  }
}

/** As `readPlainFile`, at once. */
export function readPlainFileSync(path: string, reading: PlainReading): Buffer {
  const place = reading.followLink ? realpathSync(path) : path
  requirePlain(path, lstatSync(place))
  const file = openSync(place, FLAGS)
  try {
    const found = fstatSync(file)
    requirePlain(path, found)
    requireRoom(path, found.size, reading)
    return readAllSync(path, file, reading)
  } finally {
    closeSync(file)
  }
}

/** Opens a plain file for reading, as `readPlainFile` does; for those who read it in parts. */
export async function openPlainFile(path: string, reading: PlainReading): Promise<FileHandle> {
  const place = reading.followLink ? await realpath(path) : path
  requirePlain(path, await lstat(place))
  const handle = await open(place, FLAGS)
  try {
    const found = await handle.stat()
    requirePlain(path, found)
    requireRoom(path, found.size, reading)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

function readAllSync(path: string, file: number, reading: PlainReading): Buffer {
  const parts: Buffer[] = []
  for (let total = 0; ; ) {
    const part = Buffer.allocUnsafe(PART_BYTES)
    const length = readSync(file, part, 0, PART_BYTES, null)
    if (length === 0) return Buffer.concat(parts)
    parts.push(part.subarray(0, length))
    total += length
    requireRoom(path, total, reading)
  }
}

function requirePlain(path: string, found: Stats): void {
  if (!found.isFile()) throw new NotPlainFile(path, "ENOTFILE", `is ${kindOf(found)}, not a plain file`)
}

function requireRoom(path: string, bytes: number, { maxBytes }: PlainReading): void {
  if (bytes > maxBytes) throw new NotPlainFile(path, "EFBIG", `has more than ${maxBytes} bytes`)
}

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return "a link"
  if (found.isFIFO()) return "a named pipe"
  if (found.isDirectory()) return "a folder"
  if (found.isSocket()) return "a socket"
  return "a device"
}
