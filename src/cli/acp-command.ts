import { join } from "node:path"
import { configuredStateFolder } from "../config.ts"
import { IN_MEMORY } from "../journal/state-folder.ts"
import { openRuns, workspaceRoot } from "./compose.ts"
import { editorServers } from "./editor-servers.ts"
import { onInterrupt } from "./interrupt.ts"
import { languageHere } from "./language-here.ts"
import { faultTeller, notify } from "./long-running.ts"
import { protocolOutput } from "./protocol-output.ts"
import type { AcpFlags } from "./serve-flags.ts"
import { serveHost } from "./serve-host.ts"

/** Serves runs to an editor until it goes or interrupts; runs that are under way then can be resumed. */
export async function acpCommand(flags: AcpFlags, version: string): Promise<number> {
  const output = protocolOutput()
  const store = await openRuns()
  const stopped = Promise.withResolvers<void>()
  const stopListening = onInterrupt(async () => stopped.resolve())
  const state = configuredStateFolder()
  try {
    const onFault = faultTeller(flags.debug)
    const { startAcpServer } = await import("../server/acp/acp-server.ts")
    const server = await startAcpServer({
      ...{ version, output, onFault, language: languageHere(), input: process.stdin },
      folder: state === IN_MEMORY ? undefined : join(state, "acp"),
      hostFor: async (cwd, servers, responder) => {
        const workspace = await workspaceRoot(cwd)
        const mcp = editorServers(servers, notify)
        return serveHost([workspace], flags, { store, responder, onFault, notify, mcp })
      },
    })
    if (process.stdin.isTTY)
      notify("speaking ACP with standard input; an editor's settings start this with: keelson acp")
    await Promise.race([server.closed, stopped.promise])
    await server.close()
    return 0
  } finally {
    stopListening()
    await store.close()
  }
}
