import { join } from "node:path"
import { configuredStateFolder } from "../../config.ts"
import { runHost } from "../../host/serving/run-host.ts"
import { languageHere } from "../../host/user-language.ts"
import { workspaceRoot } from "../../host/workspace/workspace-root.ts"
import { IN_MEMORY } from "../../journal/state-folder.ts"
import type { AcpFlags } from "../flags/serve-flags.ts"
import { editorServers } from "../serving/editor-servers.ts"
import { hostWishOf } from "../serving/host-wish.ts"
import { overStdio } from "../serving/over-stdio.ts"

const HINT = "speaking ACP with standard input; an editor's settings start this with: keelson acp"

/** Serves runs to an editor. */
export async function acpCommand(flags: AcpFlags, version: string): Promise<number> {
  const state = configuredStateFolder()
  return overStdio({ debug: flags.debug, hint: HINT }, async ({ store, notify, ...streams }) => {
    const { startAcpServer } = await import("../../server/acp/acp-server.ts")
    return startAcpServer({
      ...{ ...streams, version, language: languageHere() },
      folder: state === IN_MEMORY ? undefined : join(state, "acp"),
      hostFor: async (cwd, servers, responder) => {
        const mcp = editorServers(servers, notify)
        return runHost([await workspaceRoot(cwd)], hostWishOf(flags), {
          store,
          responder,
          onFault: streams.onFault,
          notify,
          mcp,
        })
      },
    })
  })
}
