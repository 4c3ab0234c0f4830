import { readdir, readFile } from "node:fs/promises"
import { join, relative } from "node:path"
import { contentHash } from "../../src/tools/content-hash.ts"

/** The files of a folder by path, with a hash of what is in them. */
export type FolderState = ReadonlyMap<string, string>

export async function readState(folder: string): Promise<FolderState> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const hashes = await Promise.all(
    paths.sort().map(async (path): Promise<[string, string][]> => {
      const content = await readFile(path).catch(() => undefined)
      return content ? [[relative(folder, path), contentHash(content)]] : []
    }),
  )
  return new Map(hashes.flat())
}
