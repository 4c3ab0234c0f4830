import { posix } from "node:path"
import type { Project } from "./project.ts"

/** A file that was another one, or was not there; `null` for no file. */
export type FormerFile = { readonly path: string; readonly before: string | null; readonly after: string | null }

/** A project as it was before these changes. */
export function formerProject(now: Project, changes: readonly FormerFile[]): Project {
  const changed = new Map(changes.map((change) => [change.path, change]))
  const isFormerFolder = (path: string) =>
    changes.some((change) => change.before !== null && change.path.startsWith(`${path}/`))
  return {
    async exists(path) {
      const change = changed.get(tidy(path))
      if (change) return change.before !== null
      return isFormerFolder(tidy(path)) || now.exists(path)
    },
    async readText(path) {
      const change = changed.get(tidy(path))
      return change ? (change.before ?? undefined) : now.readText(path)
    },
    async list(folder) {
      const inside = (path: string) => posix.dirname(path) === tidy(folder)
      const made = new Set(changes.filter(({ before }) => before === null).map(({ path }) => path))
      const gone = changes
        .filter(({ after, path }) => after === null && inside(path))
        .map(({ path }) => posix.basename(path))
      const names = (await now.list(folder)).filter((name) => !made.has(tidy(posix.join(folder, name))))
      return [...new Set([...names, ...gone])].sort()
    },
    hasProgram: (name) => now.hasProgram(name),
  }
}

function tidy(path: string): string {
  return posix.normalize(path).replace(/\/$/, "")
}
