import { NO_CODE, projectCode } from "../config.ts"
import { workspaceRoot } from "./compose.ts"
import { overStdio } from "./over-stdio.ts"
import type { McpFlags } from "./serve-flags.ts"
import { serveHost } from "./serve-host.ts"
import { strategiesIn } from "./strategies-here.ts"

const HINT = "speaking MCP with standard input; a client's config starts this with: keelson mcp"

/** Serves runs to an MCP client. */
export async function mcpCommand(flags: McpFlags, version: string): Promise<number> {
  const workspaces = await Promise.all((flags.workspace ?? [undefined]).map((folder) => workspaceRoot(folder)))
  return overStdio({ debug: flags.debug, hint: HINT }, async ({ store, notify, ...streams }) => {
    const { onFault } = streams
    const host = serveHost([...new Set(workspaces)], flags, { store, responder: undefined, onFault, notify })
    const { startMcpServer } = await import("../server/mcp/mcp-server.ts")
    return startMcpServer({ ...streams, host, version, strategies: await strategiesOf(workspaces[0]) })
  })
}

/** Those of the first folder. A config that can't be read is told of when a run is asked for. */
async function strategiesOf(workspace = process.cwd()): Promise<string[]> {
  const code = await projectCode(workspace, process.env).catch(() => NO_CODE)
  return strategiesIn({ code }).map(({ name }) => name)
}
