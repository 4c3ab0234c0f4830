import { readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { readPlainFile } from "../plain-file.ts"

/** The files by which a linked working tree and its repository know of each other. */
const LINKS = ["commondir", "gitdir"]

/**
 * Keeps a repository's linked working trees from being led to another repository, whose orders git would take there. They are not
 * mounted read-only, so that a command can remove a working tree.
 */
export async function watchWorktrees(common: string): Promise<() => Promise<readonly string[]>> {
  const folder = join(common, "worktrees")
  const names = await readdir(folder).catch(() => [])
  const paths = names.flatMap((name) => LINKS.map((link) => join(folder, name, link)))
  const before = await Promise.all(paths.map(async (path) => ({ path, text: await textOf(path) })))
  return async () => (await Promise.all(before.map(putBack))).flat()
}

async function putBack({ path, text }: { path: string; text: string | undefined }): Promise<string[]> {
  const now = await textOf(path)
  if (text === undefined || now === undefined || now === text) return []
  await writeFile(path, text)
  return [`[keelson: ${path} was put back: commands can't change where a working tree belongs.]`]
}

function textOf(path: string): Promise<string | undefined> {
  return readPlainFile(path, { maxBytes: 65_536 }).then(String, () => undefined)
}
