import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import { fileHash } from "../content-hash.ts"

/** Files that the run's own tools wrote, allowed by whoever had to: absolute path and hash of what they wrote. */
export type OwnFiles = ReadonlyMap<string, string>

/** More in one folder was not written by tools. */
const MOST_ENTRIES = 200

/** Whether a file, or all that is in a folder, stands as a tool wrote it. Links are nobody's. */
export async function isOwn(path: string, own: OwnFiles): Promise<boolean> {
  if (own.size === 0) return false
  const found = await lstat(path).catch(() => undefined)
  if (found?.isFile()) {
    const known = own.get(path)
    return known !== undefined && (await fileHash(path).catch(() => undefined)) === known
  }
  if (!found?.isDirectory()) return false
  const names = await readdir(path)
  if (names.length === 0 || names.length > MOST_ENTRIES) return false
  for (const name of names) if (!(await isOwn(join(path, name), own))) return false
  return true
}
