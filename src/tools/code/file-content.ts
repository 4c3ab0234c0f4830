import { constants } from "node:fs"
import { type FileHandle, lstat, open, readdir } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { ToolFailure } from "../tool.ts"
import type { PathUse, Workspace } from "../workspace/workspace.ts"
import { closestNames } from "./text/similarity.ts"

/** What is held in memory as a whole. */
export const LARGEST_FILE = 20_000_000

// A link or a pipe that took the file's place after the check is not followed and not waited for.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** A file at one moment; `bytes` is `null` where there is none. */
export type FileContent = { readonly path: string; readonly bytes: Buffer | null; readonly mode?: number }
export type ExistingContent = FileContent & { readonly bytes: Buffer }

/** A regular file of the workspace, held open: it stays this file, whatever becomes of its path. */
export interface OpenedFile extends AsyncDisposable {
  readonly path: string
  readonly handle: FileHandle
  readonly size: number
  readonly mode: number
}

type FilePlace = { readonly absolute: string; readonly path: string }

/** Opens a regular file. What was found is looked up again: a link may have taken a folder's place between check and use. */
export async function openRegular(
  workspace: Workspace,
  path: string,
  use: PathUse,
): Promise<OpenedFile | (FilePlace & { readonly handle: undefined })> {
  const absolute = await workspace.resolve(path, use)
  const place = { absolute, path: workspace.relative(absolute) }
  const handle = await openExisting(path, absolute)
  if (handle === undefined) return { ...place, handle }
  try {
    const found = await handle.stat()
    if (found.isDirectory()) throw new ToolFailure(`"${path}" is a folder, not a file; list_files shows what is in it.`)
    if (!found.isFile()) throw new ToolFailure(`"${path}" is not a regular file.`)
    const now = await lstat(await workspace.resolve(path, use)).catch(() => undefined)
    if (now?.ino !== found.ino || now.dev !== found.dev) {
      throw new ToolFailure(`"${path}" became another file in this moment; try again.`)
    }
    const { size, mode } = found
    return { ...place, handle, size, mode, [Symbol.asyncDispose]: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Reads a regular file of the workspace as a whole, in one go. */
export async function readContent(workspace: Workspace, path: string, use: PathUse): Promise<FileContent> {
  const opened = await openRegular(workspace, path, use)
  if (opened.handle === undefined) return { path: opened.path, bytes: null }
  await using file = opened
  if (file.size > LARGEST_FILE) {
    throw new ToolFailure(`"${path}" has ${file.size} bytes, the limit is ${LARGEST_FILE}; use sed in the terminal.`)
  }
  return { path: file.path, bytes: await file.handle.readFile(), mode: file.mode & 0o7777 }
}

/** As `readContent`, for files that must be there. */
export async function readExisting(workspace: Workspace, path: string, use: PathUse): Promise<ExistingContent> {
  const { bytes, ...place } = await readContent(workspace, path, use)
  if (bytes === null) throw await missing(workspace, path)
  return { ...place, bytes }
}

async function openExisting(path: string, absolute: string): Promise<FileHandle | undefined> {
  try {
    return await open(absolute, OPEN_FLAGS)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === "ENOENT") return undefined
    throw new ToolFailure(`"${path}" cannot be opened (${code}).`)
  }
}

/** Says that a file is not there, and what is there instead. */
export async function missing(workspace: Workspace, path: string): Promise<ToolFailure> {
  return new ToolFailure(await describeMissing(workspace, path, await workspace.resolve(path)))
}

async function describeMissing(workspace: Workspace, path: string, absolute: string): Promise<string> {
  const fromStand = join(workspace.root, workspace.stand, path)
  if (await lstat(fromStand).catch(() => undefined))
    return `File "${path}" does not exist: paths start at the workspace's root. There is "${workspace.relative(fromStand)}".`
  const folder = dirname(absolute)
  const names = await readdir(folder).catch(() => undefined)
  if (names === undefined) {
    return `File "${path}" does not exist, nor does its folder "${workspace.relative(folder)}"; list_files shows what does.`
  }
  const close = closestNames(basename(absolute), names).map((name) => `"${name}"`)
  if (close.length === 0) return `File "${path}" does not exist; list_files shows what does.`
  return `File "${path}" does not exist. Names like it in that folder: ${close.join(", ")}.`
}
