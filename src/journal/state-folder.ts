import { homedir } from "node:os"
import { posix, win32 } from "node:path"

/** The settings of a process that say where its state goes, as in `process.env`. */
export type StateEnvironment = Readonly<Record<string, string | undefined>>

/** Keeps nothing: the name that `openStore` takes for a store that ends with the process. */
export const IN_MEMORY = ":memory:"

/** Where runs are kept. macOS follows the XDG rules too, so that there is one place to look on every Unix. */
export function stateFolder(env: StateEnvironment, platform: NodeJS.Platform = process.platform): string {
  const { join, resolve, isAbsolute } = platform === "win32" ? win32 : posix
  if (env.KEELSON_STATE === IN_MEMORY) return IN_MEMORY
  if (env.KEELSON_STATE) return resolve(env.KEELSON_STATE)
  if (platform === "win32") return join(env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "keelson")

  // The XDG rules say that a relative path is to be ignored.
  const base = env.XDG_STATE_HOME
  if (base && isAbsolute(base)) return join(base, "keelson")
  return join(env.HOME || homedir(), ".local", "state", "keelson")
}
