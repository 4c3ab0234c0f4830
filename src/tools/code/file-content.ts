import { constants } from "node:fs"
import { type FileHandle, open, readdir } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { ToolFailure } from "../tool.ts"
import type { PathUse, Workspace } from "../workspace.ts"
import { closestNames } from "./similarity.ts"

const LARGEST_FILE = 20_000_000

// A link or a pipe that took the file's place after the check is not followed and not waited for.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** A file at one moment; `bytes` is `null` where there is none. */
export type FileContent = { readonly absolute: string; readonly path: string; readonly bytes: Buffer | null }
export type ExistingContent = FileContent & { readonly bytes: Buffer }

/** Reads a regular file of the workspace as a whole, in one go. */
export async function readContent(workspace: Workspace, path: string, use: PathUse): Promise<FileContent> {
  const absolute = await workspace.resolve(path, use)
  const place = { absolute, path: workspace.relative(absolute) }
  await using handle = await openExisting(path, absolute)
  if (handle === undefined) return { ...place, bytes: null }
  const found = await handle.stat()
  if (found.isDirectory()) throw new ToolFailure(`"${path}" is a folder, not a file; list_files shows what is in it.`)
  if (!found.isFile()) throw new ToolFailure(`"${path}" is not a regular file.`)
  if (found.size > LARGEST_FILE) {
    throw new ToolFailure(
      `"${path}" has ${found.size} bytes, the limit is ${LARGEST_FILE}; use search_code, or sed -n in the terminal.`,
    )
  }
  return { ...place, bytes: await handle.readFile() }
}

/** As `readContent`, for files that must be there. */
export async function readExisting(workspace: Workspace, path: string, use: PathUse): Promise<ExistingContent> {
  const { bytes, ...place } = await readContent(workspace, path, use)
  if (bytes === null) throw new ToolFailure(await describeMissing(workspace, path, place.absolute))
  return { ...place, bytes }
}

/** What kind of binary file it is, `undefined` for text. */
export function binaryType(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 8192)
  const known = SIGNATURES.find(([signature]) => start.subarray(0, signature.length).equals(signature))
  if (known !== undefined) return known[1]
  return start.includes(0) ? "unknown type" : undefined
}

const SIGNATURES: readonly (readonly [Buffer, string])[] = [
  [Buffer.from("\x89PNG\r\n", "latin1"), "PNG image"],
  [Buffer.from("\xff\xd8\xff", "latin1"), "JPEG image"],
  [Buffer.from("GIF8"), "GIF image"],
  [Buffer.from("%PDF-"), "PDF document"],
  [Buffer.from("PK\x03\x04"), "ZIP archive or office document"],
  [Buffer.from("\x1f\x8b", "latin1"), "gzip archive"],
  [Buffer.from("\x7fELF", "latin1"), "ELF executable"],
  [Buffer.from("\0asm"), "WebAssembly module"],
  [Buffer.from("SQLite format 3\0"), "SQLite database"],
  [Buffer.from("\xff\xfe", "latin1"), "UTF-16 text"],
  [Buffer.from("\xfe\xff", "latin1"), "UTF-16 text"],
]

async function openExisting(path: string, absolute: string): Promise<FileHandle | undefined> {
  try {
    return await open(absolute, OPEN_FLAGS)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === "ENOENT") return undefined
    throw new ToolFailure(`"${path}" cannot be opened (${code}).`)
  }
}

async function describeMissing(workspace: Workspace, path: string, absolute: string): Promise<string> {
  const folder = dirname(absolute)
  const names = await readdir(folder).catch(() => undefined)
  if (names === undefined) {
    return `File "${path}" does not exist, nor does its folder "${workspace.relative(folder)}"; list_files shows what does.`
  }
  const close = closestNames(basename(absolute), names).map((name) => `"${name}"`)
  if (close.length === 0) return `File "${path}" does not exist; list_files shows what does.`
  return `File "${path}" does not exist. Names like it in that folder: ${close.join(", ")}.`
}
