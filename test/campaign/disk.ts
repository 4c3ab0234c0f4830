import { readdir, readlink } from "node:fs/promises"
import { join, relative } from "node:path"
import { type FolderState, readState } from "../../bench/jobs/folder-state.ts"

/** The files of a folder by path with what is in them, links with where they lead; nothing where the folder is gone. */
export async function diskState(folder: string): Promise<FolderState> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isSymbolicLink())
      .map(({ parentPath, name }) => join(parentPath, name))
    const links = paths.map(async (path): Promise<[string, string]> => [relative(folder, path), await readlink(path)])
    return new Map([...(await readState(folder)), ...(await Promise.all(links))])
  } catch {
    return new Map()
  }
}
