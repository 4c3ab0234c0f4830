import { isRunLater } from "../../text/words/run-later.ts"
import type { ToolContext } from "../tool.ts"

const NO_WRITE = /read-only file system|EROFS/i
const NO_FAMILY = /address family not supported|EAFNOSUPPORT/i
/** A file or folder that is mounted can't be renamed or removed either. */
const MOUNTED = /read-only file system|EROFS|device or resource busy|EBUSY/i
const NO_NETWORK =
  /could not resolve host|name resolution|network is unreachable|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|connection refused/i

/** Tells the model that a failure is the sandbox's doing, before it looks for the fault elsewhere; empty if it is not. */
export function sandboxNote({ sandbox, network }: ToolContext, output: string): string {
  if (!sandbox) return ""
  if (MOUNTED.test(output) && namesRunLater(output))
    return "\n[Settings that other programs run by themselves (shells, git hooks, editors, agents, CI) are read-only for commands. Change them with the file tools, which ask the user.]"
  if (NO_WRITE.test(output)) return "\n[Commands can only write in the workspace and in /tmp.]"
  if (NO_FAMILY.test(output)) return "\n[Commands can't open Unix sockets here; servers on 127.0.0.1 work.]"
  if (!network && NO_NETWORK.test(output))
    return "\n[Commands have no network here, not even this machine's own addresses. To ask for it: network: true for this project's package registries, network: [\"example.org\"] for other domains.]"
  return ""
}

/** Enough for the message of whatever failed first. */
const LOOKED_AT = 20_000

function namesRunLater(output: string): boolean {
  return output
    .slice(0, LOOKED_AT)
    .split(/[\s'"‘’`:,()]+/)
    .some(isRunLater)
}
