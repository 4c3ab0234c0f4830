import { tmpdir } from "node:os"
import { join } from "node:path"
import { isSecretName } from "../secrets.ts"

/** Keeps commands from asking, paging and colouring. */
const QUIET = { CI: "1", NO_COLOR: "1", GIT_TERMINAL_PROMPT: "0", PAGER: "cat" }

/** Leads to keys that a confined command shall not use. */
const AGENT = "SSH_AUTH_SOCK"

/** What a command sees of our own environment: everything but variables that look like secrets. */
export function terminalEnvironment(own: NodeJS.ProcessEnv, isConfined = false): NodeJS.ProcessEnv {
  const kept = Object.entries(own).filter(([name]) => !isSecretName(name) && !(isConfined && name === AGENT))
  return { ...Object.fromEntries(kept), ...QUIET, ...(isConfined ? writablePlaces() : {}) }
}

/** In a sandbox the home folder can't be written: what is needed for a while goes where everything ends with the command. */
function writablePlaces(): NodeJS.ProcessEnv {
  const folder = process.platform === "linux" ? "/tmp" : tmpdir()
  return { TMPDIR: folder, GOCACHE: join(folder, "go-build") }
}
