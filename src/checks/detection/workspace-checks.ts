import type { Check } from "../check.ts"
import type { Project } from "../project.ts"
import { type Package, readPackage } from "./package-json.ts"
import { commandsOf } from "./script-text.ts"
import { parserFor } from "./tool-of-command.ts"

/** A project of many packages is looked at only so far. */
const MOST_PACKAGES = 100

/** The packages that belong to a project, by its own word: `packages/*` or a folder by name. */
export async function packagesOf(project: Project, root: Package): Promise<readonly Package[]> {
  const folders: string[] = []
  for (const pattern of [...root.workspaces, ...(await pnpmPatterns(project))]) {
    folders.push(...(await foldersOf(project, pattern.replace(/^\.\//, "").replace(/\/$/, ""))))
  }
  const own = [...new Set(folders)].slice(0, MOST_PACKAGES)
  const known = await Promise.all(own.map(async (folder) => project.exists(`${folder}/package.json`)))
  return Promise.all(own.filter((_, index) => known[index]).map((folder) => readPackage(project, `${folder}/`)))
}

/** One check over all packages that have such a script; none where one of them has it for something else. */
export function workspaceCheck(
  root: Package,
  packages: readonly Package[],
  kind: Check["kind"],
  names: readonly string[],
  isUsable: (found: Package, name: string) => boolean,
): Check | undefined {
  const name = names.find((candidate) => {
    const having = packages.filter(({ scripts }) => scripts[candidate] !== undefined)
    return having.length > 0 && having.every((found) => isUsable(found, candidate))
  })
  if (name === undefined) return undefined
  const parsers = new Set(
    packages.flatMap(({ scripts }) => (scripts[name] ? [parserFor(commandsOf(scripts[name], scripts))] : [])),
  )
  const [parser = "generic"] = parsers.size === 1 ? parsers : []
  const command = inAllPackages(root.manager.wanted ?? root.manager.name, name)
  return { name: kind, kind, command, source: `workspaces scripts.${name}`, parser }
}

/** Each manager has its own workspaces: where it is missing the check can't run, whatever npm would make of them. */
function inAllPackages(manager: string, script: string): string {
  if (manager === "pnpm") return `pnpm -r --no-bail --if-present run ${script}`
  if (manager === "bun") return `bun run --filter '*' ${script}`
  return `npm run ${script} --workspaces --if-present`
}

async function foldersOf(project: Project, pattern: string): Promise<string[]> {
  const [, parent, hasStar] = /^([^*!{}]*?)(\/?\*{1,2})?$/.exec(pattern) ?? []
  if (parent === undefined) return []
  if (!hasStar) return [parent]
  const names = await project.list(parent === "" ? "." : parent)
  return names
    .filter((name) => name.endsWith("/") && name !== "node_modules/")
    .map((name) => (parent === "" ? name.slice(0, -1) : `${parent}/${name.slice(0, -1)}`))
}

async function pnpmPatterns(project: Project): Promise<string[]> {
  const text = (await project.readText("pnpm-workspace.yaml")) ?? ""
  const list = /^packages:\s*\n((?:\s*-.*\n?|\s*#.*\n?)*)/m.exec(text)?.[1] ?? ""
  return [...list.matchAll(/^\s*-\s*["']?([^"'\n#]+?)["']?\s*$/gm)].map(([, pattern = ""]) => pattern)
}
