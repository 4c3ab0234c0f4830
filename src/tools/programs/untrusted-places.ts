import { realpathSync } from "node:fs"
import { tmpdir } from "node:os"
import { isInOpenWorkspace, isWithin, OPEN_WORKSPACES } from "../../extras/open-workspaces.ts"

/** Anybody may put files here. */
const TEMPORARY = ["/tmp", "/var/tmp", "/dev/shm"]

let changes = 0

/** From now on no program of ours is taken from this folder: what a run may write, a run may have planted. */
export function distrust(folder: string): void {
  const real = realOf(folder)
  if (OPEN_WORKSPACES.has(real)) return
  OPEN_WORKSPACES.add(real)
  changes++
}

/** Grows with each folder that is distrusted: what was found before has to be looked at again. */
export function distrustCount(): number {
  return changes
}

/** True for what lies in a workspace of this process or in a temporary folder. The path must be free of links. */
export function isUntrusted(path: string): boolean {
  return isInOpenWorkspace(path) || temporaryFolders().some((place) => isWithin(path, place))
}

let temporary: { readonly named: string; readonly folders: readonly string[] } | undefined

function temporaryFolders(): readonly string[] {
  const named = tmpdir()
  if (temporary?.named !== named) temporary = { named, folders: [named, ...TEMPORARY].map(realOf) }
  return temporary.folders
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
