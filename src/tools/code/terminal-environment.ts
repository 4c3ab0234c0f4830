import { isSecretName } from "../secrets.ts"

/** Keeps commands from asking, paging and colouring. */
const QUIET = { CI: "1", NO_COLOR: "1", GIT_TERMINAL_PROMPT: "0", PAGER: "cat" }

/** What a command sees of our own environment: everything but variables that look like secrets. */
export function terminalEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(own).filter(([name]) => !isSecretName(name))
  return { ...Object.fromEntries(kept), ...QUIET }
}
