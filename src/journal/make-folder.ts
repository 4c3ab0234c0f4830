import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/** A folder with those around it. One after the other: told to make all of them, Node never ends where there can be none (`/proc`). */
export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, mode)
  } catch (error) {
    // Somebody else may have made it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  }
}
