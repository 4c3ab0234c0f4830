import { homedir } from "node:os"
import { sep } from "node:path"

/** A path as people write it: `~` for their home. */
export function homePath(path: string): string {
  const home = homedir()
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}
