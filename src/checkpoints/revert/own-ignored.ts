import { existsSync } from "node:fs"
import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"

/** Files that no checkpoint holds and that the run made or changed. */
export type OwnIgnored = {
  readonly paths: readonly string[]
  /** Some of them were there before the checks began, so that no check made them for itself. */
  readonly matter: boolean
}

export type When = {
  /** When the run's work began. */
  readonly since: number
  /** When the checks began. */
  readonly checks: number
}

/** More than these are not looked through. */
const MOST_FILES = 50_000

/** What is installed, and what tools keep to be faster: the same content for the base as for the run. */
const COME_ALONG: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  ".venv",
  "venv",
  ".tox",
  ".gradle",
  ".m2",
  ".bundle",
  ".yarn",
  ".pnpm-store",
  "vendor",
  "Pods",
  "target",
  "__pycache__",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".hypothesis",
  ".cache",
  ".turbo",
  ".parcel-cache",
  ".eslintcache",
  ".stylelintcache",
  ".nyc_output",
  ".benchmarks",
  ".tap",
  "coverage",
  ".coverage",
  "htmlcov",
  ".git",
  ".idea",
  ".vscode",
])

/** `ignored` as checkpoints name it, folders with a slash. By the time of their last change, which nobody can set. */
export async function ownIgnored(root: string, ignored: readonly string[], when: When): Promise<OwnIgnored> {
  const paths: string[] = []
  let matter = false
  const queue = [...ignored]
  let looks = 0
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (looks++ > MOST_FILES) return { paths, matter: true }
    const plain = path.replace(/\/$/, "")
    const name = plain.slice(plain.lastIndexOf("/") + 1)
    if (COME_ALONG.has(name) || name.endsWith(".egg-info") || name.endsWith(".log")) continue
    const found = await lstat(join(root, plain)).catch(() => undefined)
    if (found?.isDirectory()) {
      // The sign of a cache, which whoever makes backups leaves out as well.
      if (existsSync(join(root, plain, "CACHEDIR.TAG"))) continue
      queue.push(...(await readdir(join(root, plain)).catch(() => [])).map((inner) => `${plain}/${inner}`))
    } else if (found && found.ctimeMs >= when.since) {
      paths.push(plain)
      matter ||= found.ctimeMs < when.checks
    }
  }
  return { paths, matter }
}
