const BYTES_SEEN = 8192

/** What kind of binary file it is, by its first bytes; `undefined` for text. */
export function binaryType(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, BYTES_SEEN)
  const known = SIGNATURES.find(([signature]) => start.subarray(0, signature.length).equals(signature))
  if (known !== undefined) return known[1]
  return start.includes(0) ? "unknown type" : undefined
}

const SIGNATURES: readonly (readonly [Buffer, string])[] = [
  [Buffer.from("\x89PNG\r\n", "latin1"), "PNG image"],
  [Buffer.from("\xff\xd8\xff", "latin1"), "JPEG image"],
  [Buffer.from("GIF8"), "GIF image"],
  [Buffer.from("%PDF-"), "PDF document"],
  [Buffer.from("PK\x03\x04"), "ZIP archive or office document"],
  [Buffer.from("\x1f\x8b", "latin1"), "gzip archive"],
  [Buffer.from("\xfd7zXZ\0", "latin1"), "xz archive"],
  [Buffer.from("7z\xbc\xaf", "latin1"), "7z archive"],
  [Buffer.from("\x28\xb5\x2f\xfd", "latin1"), "zstd archive"],
  [Buffer.from("\x7fELF", "latin1"), "ELF executable"],
  [Buffer.from("MZ\x90\0", "latin1"), "Windows executable"],
  [Buffer.from("\0asm"), "WebAssembly module"],
  [Buffer.from("SQLite format 3\0"), "SQLite database"],
  [Buffer.from("\xff\xfe\0\0", "latin1"), "UTF-32 text"],
  [Buffer.from("\0\0\xfe\xff", "latin1"), "UTF-32 text"],
]
