import { existsSync } from "node:fs"

/** Whether there is such a file or folder. For what is asked often and mostly in vain: a promise that fails costs many times as much. */
export function isThere(path: string): boolean {
  return existsSync(path)
}
