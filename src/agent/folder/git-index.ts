/** A file as git's index last saw it. */
export type IndexEntry = {
  readonly path: string
  readonly size: number
  readonly mtimeSeconds: number
  readonly id: string
}

const HEADER_BYTES = 12
const FIXED_BYTES = 62
const ID_BYTES = 20
const PLAIN_FILE = 0o100_000
const KIND = 0o170_000
const EXTENDED = 0x4000

/**
 * The plain files of an index of version 2 or 3, as most repositories have it; `undefined` for anything else. Git itself is not
 * asked: in a stranger's repository its settings can start programs.
 */
export function readIndex(bytes: Buffer): IndexEntry[] | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined
  const version = bytes.readUInt32BE(4)
  if (version !== 2 && version !== 3) return undefined
  const entries: IndexEntry[] = []
  let at = HEADER_BYTES
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    if (at + FIXED_BYTES > bytes.length) return undefined
    const nameAt = at + FIXED_BYTES + ((bytes.readUInt16BE(at + 60) & EXTENDED) === 0 ? 0 : 2)
    const end = bytes.indexOf(0, nameAt)
    if (end <= nameAt) return undefined
    if ((bytes.readUInt32BE(at + 24) & KIND) === PLAIN_FILE)
      entries.push({
        path: bytes.toString("utf8", nameAt, end),
        size: bytes.readUInt32BE(at + 36),
        mtimeSeconds: bytes.readUInt32BE(at + 8),
        id: bytes.toString("hex", at + 40, at + 40 + ID_BYTES),
      })
    // An entry ends with one to eight zeros, at a multiple of eight.
    at += Math.floor((end - at) / 8) * 8 + 8
  }
  return entries
}
