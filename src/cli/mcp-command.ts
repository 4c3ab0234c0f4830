import { NO_CODE, projectCode } from "../config.ts"
import { openRuns, workspaceRoot } from "./compose.ts"
import { onInterrupt } from "./interrupt.ts"
import { faultTeller, notify } from "./long-running.ts"
import { protocolOutput } from "./protocol-output.ts"
import type { McpFlags } from "./serve-flags.ts"
import { serveHost } from "./serve-host.ts"
import { strategiesIn } from "./strategies-here.ts"

/** Serves runs to an MCP client until it goes or interrupts; runs that are under way then can be resumed. */
export async function mcpCommand(flags: McpFlags, version: string): Promise<number> {
  const output = protocolOutput()
  const workspaces = await Promise.all((flags.workspace ?? [process.cwd()]).map((folder) => workspaceRoot(folder)))
  const store = await openRuns()
  const stopped = Promise.withResolvers<void>()
  const stopListening = onInterrupt(async () => stopped.resolve())
  try {
    const onFault = faultTeller(flags.debug)
    const host = serveHost([...new Set(workspaces)], flags, { store, responder: undefined, onFault, notify })
    const { startMcpServer } = await import("../server/mcp/mcp-server.ts")
    const strategies = await strategiesOf(workspaces[0])
    const server = await startMcpServer({ host, version, strategies, input: process.stdin, output, onFault })
    if (process.stdin.isTTY) notify("speaking MCP with standard input; a client's config starts this with: keelson mcp")
    await Promise.race([server.closed, stopped.promise])
    await server.close()
    return 0
  } finally {
    stopListening()
    await store.close()
  }
}

/** Those of the first folder. A config that can't be read is told of when a run is asked for. */
async function strategiesOf(workspace = process.cwd()): Promise<string[]> {
  const code = await projectCode(workspace, process.env).catch(() => NO_CODE)
  return strategiesIn({ code }).map(({ name }) => name)
}
