import { lstat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { readPlainFile } from "../../tools/workspace/plain-file.ts"

const LARGEST_BYTES = 1_000_000

/**
 * What the `.gitignore` files above a workspace say, up to the top of the user's repository: a package of a larger repository leaves
 * out what the whole does. Only patterns that hold in every folder; one with a path in it is meant for another place.
 */
export async function inheritedIgnores(workspace: string): Promise<string[]> {
  const folders = await foldersAbove(workspace)
  const texts = await Promise.all(folders.map(ignoresIn))
  return texts.flatMap((text) => text.split(/\r?\n/).filter(holdsEverywhere))
}

/** What is no plain file says nothing. Links are not followed, as git does not follow them here. */
function ignoresIn(folder: string): Promise<string> {
  return readPlainFile(join(folder, ".gitignore"), { maxBytes: LARGEST_BYTES }).then(String, () => "")
}

/** Outermost first, as git reads them. None where the workspace is the top itself, or no repository. */
async function foldersAbove(workspace: string): Promise<string[]> {
  const folders: string[] = []
  for (let folder = workspace; !(await isTop(folder)); folder = dirname(folder)) {
    if (folder === dirname(folder)) return []
    folders.unshift(dirname(folder))
  }
  return folders
}

function isTop(folder: string): Promise<boolean> {
  return lstat(join(folder, ".git")).then(
    () => true,
    () => false,
  )
}

function holdsEverywhere(line: string): boolean {
  return line.trim() !== "" && !line.startsWith("#") && !line.slice(0, -1).includes("/")
}
