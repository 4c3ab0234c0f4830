import { access, constants, readdir, stat } from "node:fs/promises"
import { delimiter, join, posix } from "node:path"
import { readContent } from "../tools/code/file-content.ts"
import type { Workspace } from "../tools/workspace/workspace.ts"

/** What detection sees of a project; a test gives it one that exists in memory only. */
export interface Project {
  exists(path: string): Promise<boolean>
  /** Undefined for what is not there or not for us to read. */
  readText(path: string): Promise<string | undefined>
  /** Names in a folder, folders with a `/` at their end; none where there is no folder. */
  list(folder: string): Promise<string[]>
  /** Whether a shell would find this program. */
  hasProgram(name: string): Promise<boolean>
  /** Of a folder of a project: where it is in it, and the way up, `../..`. */
  readonly place?: { readonly folder: string; readonly above: string }
}

/** A folder of a project, as a project of its own. */
export function within(project: Project, folder: string): Project {
  if (folder === ".") return project
  const inside = (path: string) => posix.join(folder, path)
  return {
    exists: (path) => project.exists(inside(path)),
    readText: (path) => project.readText(inside(path)),
    list: (path) => project.list(inside(path)),
    hasProgram: (name) => project.hasProgram(name),
    place: { folder, above: posix.relative(folder, ".") },
  }
}

/** The project in a workspace, or in a folder of it. `searchPath` is where programs are looked for. */
export function projectOf(workspace: Workspace, searchPath = "", within = "."): Project {
  return {
    // Links are followed: a virtual environment's programs live elsewhere, and only their presence is told.
    exists: (path) => isThere(join(workspace.root, within, path)),
    readText: (path) => readText(workspace, join(within, path)),
    list: (folder) => listFolder(workspace, join(within, folder)),
    async hasProgram(name) {
      const places = searchPath.split(delimiter).filter((folder) => folder !== "")
      const found = await Promise.all(places.map((folder) => isProgram(join(folder, name))))
      return found.includes(true)
    },
  }
}

/** A pipe or a device by the name of a manifest is none: the program that reads it would wait for ever. */
function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile() || found.isDirectory(),
    () => false,
  )
}

async function readText(workspace: Workspace, path: string): Promise<string | undefined> {
  const content = await readContent(workspace, path, "read").catch(() => undefined)
  return content?.bytes?.toString("utf8")
}

async function listFolder(workspace: Workspace, folder: string): Promise<string[]> {
  const entries = await readdir(join(workspace.root, folder), { withFileTypes: true }).catch(() => [])
  return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort()
}

function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
