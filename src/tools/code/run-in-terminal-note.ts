import type { ToolContext } from "../tool.ts"

const NO_WRITE = /read-only file system|EROFS/i
const NO_FAMILY = /address family not supported|EAFNOSUPPORT/i
const NO_NETWORK =
  /could not resolve host|name resolution|network is unreachable|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|connection refused/i

/** Tells the model that a failure is the sandbox's doing, before it looks for the fault elsewhere; empty if it is not. */
export function sandboxNote({ sandbox, network }: ToolContext, output: string): string {
  if (!sandbox) return ""
  if (NO_WRITE.test(output))
    return "\n[Commands can only write in the workspace and in /tmp, which is emptied after each.]"
  if (NO_FAMILY.test(output)) return "\n[Commands can't open Unix sockets here; servers on 127.0.0.1 work.]"
  if (!network && NO_NETWORK.test(output))
    return "\n[Commands have no network here, not even this machine's own addresses. To ask for it: network: true for this project's package registries, network: [\"example.org\"] for other domains.]"
  return ""
}
