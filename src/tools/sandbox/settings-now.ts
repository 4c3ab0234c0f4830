import { chmodSync, lstatSync } from "node:fs"
import { EMPTY, FOLDERS_PER_TURN, type FolderListing, knownFolders, list, MAX_FOLDERS } from "./workspace-places.ts"

/** `isWhole`: no folder was left out. */
export type SettingsNow = { readonly settings: readonly string[]; readonly isWhole: boolean }

/**
 * The settings that are there after a command, for a look that must not fail: folders that were there before come first, so that no
 * number of new ones hides them. A folder that the command closed behind itself is looked into all the same.
 */
export async function settingsNow(root: string): Promise<SettingsNow> {
  const before = knownFolders(root)
  const queue = [...new Set([root, ...before.keys()])].reverse()
  const made: string[] = []
  const settings: string[] = []
  let isWhole = true
  let looks = 0
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop() ?? made.pop()) {
    if (looks++ >= before.size + MAX_FOLDERS) return { settings, isWhole: false }
    const listing = listAfterwards(root, folder, before.get(folder))
    isWhole &&= listing !== undefined
    settings.push(...(listing?.settings ?? []))
    made.push(...(listing?.folders ?? []).filter((inner) => !before.has(inner)))
    if (looks % FOLDERS_PER_TURN === 0) await new Promise(setImmediate)
  }
  return { settings, isWhole }
}

/** `undefined` for a folder that can't be looked into at all: its path is too long, say. No command runs before it is gone. */
function listAfterwards(root: string, folder: string, before: FolderListing | undefined): FolderListing | undefined {
  try {
    return list(root, folder, before) ?? listClosed(root, folder)
  } catch {
    return undefined
  }
}

function listClosed(root: string, folder: string): FolderListing {
  try {
    const { mode } = lstatSync(folder)
    chmodSync(folder, mode | 0o700)
    try {
      return list(root, folder, undefined) ?? EMPTY
    } finally {
      chmodSync(folder, mode)
    }
  } catch {
    // Another user's: no command of ours made it.
    return EMPTY
  }
}
