import { readFile, realpath } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join, relative, sep } from "node:path"
import { isThere } from "../tools/is-there.ts"
import type { Workspace } from "../tools/workspace.ts"

/** What a folder tells those who work in it; the second name where there is no file of the first. */
const NAMES = ["AGENTS.md", "CLAUDE.md"] as const
/** More folders than any repository has on the way down. */
const MOST_FOLDERS = 40

type Part = { readonly name: string; readonly text: string }

/**
 * The instructions for a workspace: of `own` files (the user's), of its repository and of each folder from there down to where one stands. The nearest
 * come last, since they count most. One that leads out of its repository by a link is not read: it could be any file of the user's.
 */
export async function readInstructions(
  { root, stand }: Pick<Workspace, "root" | "stand">,
  own: readonly string[] = [],
): Promise<string> {
  const folders = foldersDownTo(join(root, stand))
  const [top = root] = folders
  const parts = await Promise.all([
    ...own.map((path) => readPart(path, path.replace(homedir(), "~"), dirname(path))),
    ...folders.map((folder) => partOf(folder, top, root)),
  ])
  const there = parts.filter((part) => part !== undefined)
  const [only] = there
  if (there.length === 1 && only?.name === NAMES[0]) return only.text
  return there.map(({ name, text }) => `# ${name}\n${text}`).join("\n\n")
}

/** From the repository's root down to a folder; the folder alone where there is no repository. */
function foldersDownTo(lowest: string): string[] {
  const folders = [lowest]
  for (let folder = lowest; folders.length <= MOST_FOLDERS; folder = dirname(folder)) {
    if (folder !== lowest) folders.unshift(folder)
    if (isThere(join(folder, ".git"))) return folders
    if (dirname(folder) === folder) break
  }
  return [lowest]
}

async function partOf(folder: string, top: string, workspace: string): Promise<Part | undefined> {
  for (const name of NAMES) {
    const path = join(folder, name)
    const part = await readPart(path, relative(workspace, path), top)
    if (part) return part
  }
  return undefined
}

async function readPart(path: string, name: string, within: string): Promise<Part | undefined> {
  if (!isThere(path)) return undefined
  try {
    const [real, top] = await Promise.all([realpath(path), realpath(within)])
    if (!real.startsWith(top.endsWith(sep) ? top : top + sep)) return undefined
    const text = (await readFile(real, "utf8")).trim()
    return text === "" ? undefined : { name, text }
  } catch {
    return undefined
  }
}
