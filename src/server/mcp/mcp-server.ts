import type { Readable, Writable } from "node:stream"
import { within } from "../http/wait-at-most.ts"
import { RunCatalog } from "../runs/run-catalog.ts"
import { RunDesk } from "../runs/run-desk.ts"
import type { RunHost } from "../runs/run-host.ts"
import { addTools } from "./add-tools.ts"
import { RunTools } from "./run-tools.ts"

/** How an MCP server is set up. */
export type McpServerOptions = {
  readonly host: RunHost
  readonly version: string
  /** The names of those that a run can always have, for the client's model to read. */
  readonly strategies: readonly string[]
  readonly input: Readable
  /** Nothing else may write here. */
  readonly output: Writable
  /** Hears of faults that should not happen: for logging. */
  readonly onFault: (error: unknown) => void
}

/** A server that listens to one client. */
export interface RunMcpServer {
  /** Settles when the client has gone. */
  readonly closed: Promise<void>
  /** Gives the runs back, which can be resumed. The store stays open. */
  close(): Promise<void>
}

const INSTRUCTIONS = [
  "Keelson carries out whole tasks in a folder: it plans, works, checks and reports.",
  "run_task starts one. While its outcome is running, call get_run with wait_s; when it is waiting, call answer.",
  "Say what its summary says, whether it is verified, and which files changed.",
].join(" ")

/** Clients don't wait long before they kill a server; a run that takes longer to stop is as if it had crashed. */
const CLOSE_MS = 1500

/** Speaks MCP with whoever is at the other end of the two streams. */
export async function startMcpServer(options: McpServerOptions): Promise<RunMcpServer> {
  const [{ McpServer }, { StdioServerTransport, serveStdio }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("@modelcontextprotocol/server/stdio"),
  ])
  const { host, version, strategies, input, output, onFault } = options
  const catalog = new RunCatalog(host)
  const desk = new RunDesk(host, { onHeld: () => {}, onLeft: () => {}, onFault })
  const tools = new RunTools({ host, catalog, desk })
  const closed = untilEnd(input)
  const handle = serveStdio(
    () => {
      const server = new McpServer(
        { name: "keelson", version },
        { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
      )
      addTools(server, tools, { redact: (text) => host.redact(text), onFault, strategies })
      return server
    },
    { transport: new StdioServerTransport(input, output), onerror: onFault },
  )
  return {
    closed,
    close: async () => {
      await within(CLOSE_MS, desk.close())
      await handle.close()
    },
  }
}

function untilEnd(input: Readable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  input.once("end", resolve).once("close", resolve)
  return promise
}
