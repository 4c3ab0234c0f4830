import { stat } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"

/** One place of the sandbox's file system, and the arguments that make it. */
export type Mount = { readonly path: string; readonly flags: readonly string[]; readonly sealed?: true }

export function readOnly(path: string): Mount {
  return readOnlyAt(path, path)
}

export function writable(path: string): Mount {
  return writableAt(path, path)
}

/** The source is seen at another path. */
export function readOnlyAt(source: string, path: string): Mount {
  return { path, flags: ["--ro-bind", source, path] }
}

export function writableAt(source: string, path: string): Mount {
  return { path, flags: ["--bind", source, path] }
}

/** A folder is empty inside the sandbox; a file or a socket is a device that can't be opened. */
export async function cover(path: string): Promise<Mount> {
  return (await stat(path)).isDirectory() ? emptyFolder(path) : coverFile(path)
}

/** A device that can't be opened stands where the file is. */
export function coverFile(path: string): Mount {
  return { path, flags: ["--ro-bind", "/dev/null", path] }
}

export function emptyFolder(path: string): Mount {
  return { path, flags: ["--tmpfs", path], sealed: true }
}

/** The folders from one to the other, without the two. */
export function between(outer: string, inner: string): string[] {
  const parts = relative(outer, dirname(inner)).split(sep).filter(Boolean)
  return parts.map((_, index) => join(outer, ...parts.slice(0, index + 1)))
}
