import type { AnyTool } from "../tools/tool.ts"
import { McpConnection, type McpPlace } from "./connection.ts"
import { type Listing, listingOf } from "./listing.ts"
import type { McpServers } from "./mcp-servers.ts"
import { mcpTool } from "./mcp-tool.ts"
import type { McpServer } from "./server-config.ts"

/** The tools of some servers, and the way to end those. */
export type OpenedServers = {
  readonly tools: readonly AnyTool[]
  /** Why servers have no tools here, by server. */
  readonly missing: ReadonlyMap<string, string>
  /** What the others say of their tools, so that a change can be seen. */
  readonly listings: ReadonlyMap<string, Listing>
  close(): Promise<void>
}

/** Starts the servers side by side and asks what they offer, in the order of the config; one that fails is left out. */
export async function openServers(servers: McpServers, place: McpPlace): Promise<OpenedServers> {
  const opened = await Promise.all(Object.entries(servers).map(([name, server]) => open(name, server, place)))
  const tools = opened.flatMap((one) => one.tools)
  return {
    tools: withOwnNames(tools),
    missing: new Map(opened.flatMap(({ name, why }) => (why === undefined ? [] : [[name, why]]))),
    listings: new Map(opened.flatMap(({ name, listing }) => (listing === undefined ? [] : [[name, listing]]))),
    close: async () => {
      await Promise.all(opened.map(({ connection }) => connection.close()))
    },
  }
}

/** Names that differ only in letters we can't use get a number, one that no other has. */
function withOwnNames(tools: readonly AnyTool[]): AnyTool[] {
  const taken = new Set(tools.map(({ name }) => name))
  const seen = new Set<string>()
  return tools.map((tool) => {
    let name = tool.name
    for (let number = 2; seen.has(name) || (name !== tool.name && taken.has(name)); number++)
      name = `${tool.name.slice(0, 60)}_${number}`
    seen.add(name)
    return { ...tool, name }
  })
}

async function open(name: string, server: McpServer, place: McpPlace) {
  const connection = new McpConnection(name, server, place)
  try {
    const listed = await connection.tools()
    const wanted = server.tools ? listed.filter((tool) => server.tools?.includes(tool.name)) : listed
    const tools = wanted.map((tool) => mcpTool(connection, server, tool))
    return { name, connection, tools, listing: listingOf(wanted) }
  } catch (error) {
    return { name, connection, tools: [], why: error instanceof Error ? error.message : String(error) }
  }
}
