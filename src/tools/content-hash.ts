import { createHash, hash as hashOnce } from "node:crypto"
import { openPlainFile } from "./workspace/plain-file.ts"

const [BYTES, LENGTH] = [16, 32]

/** What `FileChange` compares: the first 128 bits of SHA-256, in hex. */
export function contentHash(content: string | Uint8Array): string {
  // Cut before it is a string: whoever keeps the beginning of a string keeps all of it.
  return hashOnce("sha256", content, "buffer").toString("hex", 0, BYTES)
}

/** The hash of a file's content, `null` where there is no such file. Never holds the whole file in memory. */
export async function fileHash(path: string): Promise<string | null> {
  const hash = createHash("sha256")
  try {
    await using file = await openPlainFile(path, { maxBytes: Number.POSITIVE_INFINITY })
    for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
  return hash.digest("hex").slice(0, LENGTH)
}
