import { existsSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { join } from "node:path"
import { isUsualVariable } from "../process/usual-variables.ts"
import { GRADLE_READ_ONLY } from "../sandbox/home/home-view.ts"
import { holdsSetting } from "../secrets/secret-shapes.ts"

/**
 * Keeps commands from asking and paging. Colours are stripped from their output: a variable against them (NO_COLOR) would change what the
 * tests of a project see.
 */
const QUIET = { CI: "1", GIT_TERMINAL_PROMPT: "0", PAGER: "cat" }

/** Leads to keys that a confined command shall not use. */
const AGENT = "SSH_AUTH_SOCK"

type Surroundings = {
  readonly isConfined?: boolean
  /** The variables that the user lets commands see, whatever they hold. */
  readonly passed?: readonly string[]
}

/** What a command sees of our own environment: the usual variables, unless a secret stands in them, and what the user passes on. */
export function terminalEnvironment(
  own: NodeJS.ProcessEnv,
  { isConfined = false, passed = [] }: Surroundings = {},
): NodeJS.ProcessEnv {
  const kept = Object.entries(own).filter(
    ([name, value = ""]) => isSeenByCommands(name, value, passed) && !(isConfined && name === AGENT),
  )
  return { ...Object.fromEntries(kept), ...QUIET, ...(isConfined ? writablePlaces() : {}) }
}

/** A path is no secret, whatever its folders are called. */
export function isSeenByCommands(name: string, value: string, passed: readonly string[]): boolean {
  if (passed.includes(name)) return true
  return isUsualVariable(name) && (value.startsWith("/") || !holdsSetting(value))
}

/** In a sandbox the home folder is not the user's: what is needed for a while goes where everything ends with the command. */
function writablePlaces(): NodeJS.ProcessEnv {
  const folder = process.platform === "linux" ? "/tmp" : tmpdir()
  return { TMPDIR: folder, GOCACHE: join(folder, "go-build"), ...gradleCache() }
}

function gradleCache(): NodeJS.ProcessEnv {
  const isThere = process.platform === "linux" && existsSync(join(homedir(), ".gradle", "caches", "modules-2"))
  return isThere ? { GRADLE_RO_DEP_CACHE: join(homedir(), GRADLE_READ_ONLY) } : {}
}
