import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { stateFolder } from "../journal/state-folder.ts"
import type { ExtraName } from "./extras.ts"

/** A lock file of npm's, for one extra. */
export type ExtraLock = {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly dependencies?: Record<string, string> }>
  >
}

/** Written by the build; the path is the same from the sources, the library and the bundle. */
const LOCKS = new URL("../../dist/extras-locks.json", import.meta.url)

/** Where extras are installed. Logs may be kept in memory, packages are not. */
export function extrasFolder(): string {
  return join(ownStateFolder(), "extras")
}

/** Where state is kept on disk, also where logs are kept in memory. */
export function ownStateFolder(): string {
  return stateFolder({ ...process.env, ...(isInMemory() ? { KEELSON_STATE: undefined } : {}) })
}

/** Where this version of an extra is, once it is installed: another lock means another folder. */
export function ownFolderOf(name: ExtraName): string | undefined {
  const lock = lockOf(name)
  if (lock === undefined) return undefined
  const digest = createHash("sha256").update(JSON.stringify(lock)).digest("hex").slice(0, 12)
  return join(extrasFolder(), `${name}-${digest}`)
}

/** What is installed for an extra; `undefined` where Keelson was not built. */
export function lockOf(name: ExtraName): ExtraLock | undefined {
  locks ??= readLocks()
  return locks[name]
}

let locks: Readonly<Record<string, ExtraLock>> | undefined

function readLocks(): Readonly<Record<string, ExtraLock>> {
  try {
    return JSON.parse(readFileSync(LOCKS, "utf8")) as Record<string, ExtraLock>
  } catch {
    return {}
  }
}

function isInMemory(): boolean {
  return process.env.KEELSON_STATE === ":memory:"
}
