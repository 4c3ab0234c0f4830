import type { McpServer as NamedServer } from "@agentclientprotocol/sdk"
import type { Notify } from "../../host/model/configured-model.ts"
import { McpServers } from "../../mcp/mcp-servers.ts"

/** The MCP servers that an editor names, as the config would have them. One that can't be used is left out, and the user told. */
export function editorServers(servers: readonly NamedServer[], notify: Notify): McpServers {
  return Object.assign({}, ...servers.map((server) => read(server, notify)))
}

function read(server: NamedServer, notify: Notify): McpServers {
  const parsed = McpServers.safeParse({ [nameFor(server)]: asConfigured(server) })
  if (parsed.success) return parsed.data
  notify(`the MCP server "${server.name}" of the editor is left out: ${parsed.error.issues[0]?.message}`)
  return {}
}

/** Names of editors may have any characters. */
function nameFor({ name }: NamedServer): string {
  return name
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[^A-Za-z]+/, "")
    .slice(0, 30)
}

function asConfigured(server: NamedServer): unknown {
  const pairs = (values: readonly { readonly name: string; readonly value: string }[]) =>
    Object.fromEntries(values.map(({ name, value }) => [name, value]))
  if ("command" in server) return { command: server.command, args: server.args, env: pairs(server.env) }
  return server.type === "http" ? { url: server.url, headers: pairs(server.headers) } : { url: "" }
}
