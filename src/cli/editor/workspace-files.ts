import { readdirSync } from "node:fs"
import { join } from "node:path"

const MOST_FOUND = 40
const MOST_SEEN = 20_000
const LEFT_OUT: ReadonlySet<string> = new Set([
  "node_modules",
  ".git",
  "dist",
  "build",
  "target",
  "__pycache__",
  ".venv",
])

/**
 * The files of a folder for completion: those whose path begins with the letters first, from where one stands or from the top, then
 * those that have them in it.
 */
export function filesIn(root: string, stand: string): (begun: string) => readonly string[] {
  const here = stand === "." ? "" : `${stand.toLowerCase()}/`
  let paths: readonly string[] | undefined
  return (begun) => {
    paths ??= walk(root)
    const letters = begun.toLowerCase()
    const fitting = paths.filter((path) => path.toLowerCase().includes(letters))
    const rank = (path: string) => starts(path.toLowerCase(), letters, here)
    return fitting.sort((one, other) => rank(one) - rank(other) || one.length - other.length).slice(0, MOST_FOUND)
  }
}

function starts(path: string, letters: string, here: string): number {
  if (path.startsWith(here + letters)) return 0
  return path.startsWith(letters) ? 1 : 2
}

/** Breadth first, so that a huge folder shows what lies near. */
function walk(root: string): string[] {
  const found: string[] = []
  const folders = [""]
  for (let folder = folders.shift(); folder !== undefined && found.length < MOST_SEEN; folder = folders.shift()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) folders.push(path)
      if (entry.isFile()) found.push(path)
    }
  }
  return found
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
