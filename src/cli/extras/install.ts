import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import type { ExtraName } from "../../extras/extras.ts"
import { placeOf } from "../../extras/find-package.ts"
import { lockOf, ownFolderOf } from "../../extras/own-folder.ts"
import { InstallError, installLocked } from "./npm.ts"

/** Puts an extra into Keelson's own folder: whole or not at all. Gives that folder. Throws `InstallError`. */
export async function installExtra(name: ExtraName): Promise<string> {
  const lock = lockOf(name)
  const folder = ownFolderOf(name)
  if (lock === undefined || folder === undefined)
    throw new InstallError("this Keelson was not built; run npm run build.")
  const extras = dirname(folder)
  mkdirSync(extras, { recursive: true, mode: 0o700 })
  const made = mkdtempSync(join(extras, ".installing-"))
  try {
    const { dependencies } = lock.packages[""] ?? {}
    const manifest = { name: `keelson-extra-${name}`, version: "1.0.0", private: true, dependencies }
    writeFileSync(join(made, "package.json"), JSON.stringify(manifest))
    writeFileSync(join(made, "package-lock.json"), JSON.stringify(lock))
    await installLocked(made)
    putInPlace(made, folder)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  if (placeOf(name) === "nowhere") throw new InstallError(`npm installed ${name}, but not for this platform.`)
  removeOthers(extras, name, basename(folder))
  return folder
}

/** Somebody else may have been faster; theirs is the same. */
function putInPlace(made: string, folder: string): void {
  try {
    renameSync(made, folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== "ENOTEMPTY" && code !== "EEXIST" && code !== "EPERM") throw error
  }
}

/** Of other versions of Keelson's; what is loaded of them stays so. */
function removeOthers(extras: string, name: ExtraName, kept: string): void {
  const others = readdirSync(extras).filter((entry) => entry !== kept && /^.+-[0-9a-f]{12}$/.test(entry))
  for (const other of others.filter((entry) => entry.slice(0, -13) === name))
    rmSync(join(extras, other), { recursive: true, force: true })
}
