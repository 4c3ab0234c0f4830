import type { ToolContext } from "../tool.ts"

const NO_WRITE = /read-only file system|EROFS/i
const NO_NETWORK =
  /could not resolve host|name resolution|network is unreachable|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|connection refused/i

/** Tells the model that a failure is the sandbox's doing, before it looks for the fault elsewhere; empty if it is not. */
export function sandboxNote({ sandbox, network }: ToolContext, output: string): string {
  if (!sandbox) return ""
  if (NO_WRITE.test(output))
    return "\n[Commands can only write in the workspace and in /tmp, which is emptied after each.]"
  if (!network && NO_NETWORK.test(output))
    return "\n[Commands have no network here, not even this machine's own. Where it can't do without, the user may allow one: network.]"
  return ""
}
