import { readdirSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { ordersAmong, readSettings } from "./config.ts"

/** The repositories that were seen in a workspace, by its path. */
const seen = new Map<string, ReadonlySet<string>>()

/** Says which repositories that came since the last look would make git run something: commands made them. */
export async function noteNewRepositories(root: string, entries: readonly string[]): Promise<string[]> {
  const before = seen.get(root)
  seen.set(root, new Set(entries))
  if (before === undefined) return []
  const fresh = entries.filter((entry) => !before.has(entry))
  return (await Promise.all(fresh.map((entry) => note(root, entry)))).flat()
}

async function note(root: string, entry: string): Promise<string[]> {
  const orders = await ordersOf(entry).catch(() => [])
  if (orders.length === 0) return []
  const folder = basename(entry).toLowerCase() === ".git" ? dirname(entry) : entry
  const name = relative(root, folder) || "the workspace"
  return [
    `[keelson: a command made the repository in ${name}, and git there runs what it chose (${orders.slice(0, 5).join(", ")}): look at it before you run git in it.]`,
  ]
}

async function ordersOf(entry: string): Promise<string[]> {
  const settings = ordersAmong(await readSettings(entry, entry))
  return [...settings, ...hooksIn(entry)]
}

function hooksIn(entry: string): string[] {
  try {
    return readdirSync(join(entry, "hooks"))
      .filter((name) => !name.endsWith(".sample"))
      .map((name) => `hooks/${name}`)
  } catch {
    return []
  }
}
