import { readdir, readlink, realpath } from "node:fs/promises"
import { dirname, join, relative, resolve } from "node:path"
import { isRunLater } from "../text/words/run-later.ts"

/**
 * The name by which other programs run a file later that has an ordinary name itself: `.husky -> tools/husky` makes hooks of what is in
 * there. Looks for such links in the folders above the file. `path` is real and relative to the root.
 */
export async function runLaterNameOf(root: string, path: string): Promise<string | undefined> {
  for (const folder of foldersAbove(path)) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
    const links = entries
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => join(folder, name))
      .filter(isRunLater)
    for (const link of links) if (await leadsTo(root, link, path)) return link
  }
  return undefined
}

function foldersAbove(path: string): string[] {
  const above = dirname(path)
  return above === path || above === "." ? ["."] : [above, ...foldersAbove(above)]
}

async function leadsTo(root: string, link: string, path: string): Promise<boolean> {
  const target = relative(root, await targetOf(join(root, link)))
  return path === target || path.startsWith(`${target}/`)
}

/** A link that leads nowhere yet leads to the file that is going to be made there. */
async function targetOf(link: string): Promise<string> {
  return realpath(link).catch(async () => resolve(dirname(link), await readlink(link)))
}
