import { accessSync, constants, lstatSync, realpathSync, type Stats } from "node:fs"
import { join } from "node:path"
import type { GitFolders } from "./folders.ts"
import { UnfitRepository } from "./unfit.ts"

/** What a repository must have, and may have; anything else in their places is not git's. */
const FOLDERS = ["objects", "refs"]
const FILES = ["config"]
const OPTIONAL_FILES = ["packed-refs", "shallow"]
const OPTIONAL_FOLDERS = ["logs", "logs/refs", "logs/refs/heads", "objects/info", "objects/pack", "info", "hooks"]

/**
 * Throws where a repository is not what git makes: a link on the way or in it would lead the engine, or git on its behalf, to a
 * place of somebody else's choice.
 */
export function requireFit({ own, common }: GitFolders): void {
  for (const folder of new Set([own, common])) {
    if (realpathSync(folder) !== folder) throw new UnfitRepository(`${folder} is reached by a link`)
    requireWritable(folder)
  }
  for (const name of FOLDERS) require(join(common, name), name, "folder")
  for (const name of FILES) require(join(common, name), name, "file")
  require(join(own, "HEAD"), "HEAD", "file")
  for (const name of ["index", "logs/HEAD"]) allow(join(own, name), name, "file")
  for (const name of OPTIONAL_FILES) allow(join(common, name), name, "file")
  for (const name of OPTIONAL_FOLDERS) allow(join(common, name), name, "folder")
  if (own === common && statOf(join(own, "commondir"))) throw new UnfitRepository("its commondir names another one")
}

function require(path: string, name: string, kind: "file" | "folder"): void {
  const found = statOf(path)
  if (found === undefined) throw new UnfitRepository(`it has no ${name}`)
  if (!(kind === "file" ? found.isFile() : found.isDirectory())) throw new UnfitRepository(`its ${name} is no ${kind}`)
}

function allow(path: string, name: string, kind: "file" | "folder"): void {
  if (statOf(path)) require(path, name, kind)
}

/** As the sandbox sees it: there root has no power over what is somebody else's. */
function requireWritable(folder: string): void {
  const { uid, mode } = lstatSync(folder)
  const self = process.getuid?.()
  if (uid === self && (mode & constants.S_IWUSR) !== 0) return
  if (self !== 0 && canWrite(folder)) return
  throw new UnfitRepository("it is not yours to write")
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
