import {
  configuredStateFolder,
  distrustFolder,
  fileServers,
  strangersIn,
  trustedFolders,
  trustFolder,
  trustState,
} from "../config.ts"
import type { McpServers } from "../mcp/server-config.ts"
import { quotedName } from "../text/quoted-name.ts"
import { workspaceRoot } from "./compose.ts"
import { UsageError } from "./failure.ts"
import { print, printJson } from "./output.ts"
import { printable } from "./render/text.ts"

/** Trusts what this folder would run, as it is now; what changes later is asked about again. */
export async function trustCommand(flags: { list?: boolean; remove?: boolean; json?: boolean }): Promise<number> {
  const folder = configuredStateFolder()
  if (flags.list) return list(folder, flags.json ?? false)
  const workspace = await workspaceRoot()
  if (flags.remove) return remove(folder, workspace)
  const servers = fileServers(workspace)
  const strangers = strangersIn(workspace, servers)
  if (strangers.length === 0)
    throw new UsageError("this folder has no code config and names no MCP servers; there is nothing to trust.")
  const isNews = trustState(folder, workspace, strangers).kind !== "trusted"
  trustFolder(folder, workspace, strangers)
  const lines = [
    `${isNews ? "Trusted" : "Trusted already"}: ${workspace}`,
    ...strangers.map(({ name, hash }) => `  ${name}  ${hash.slice(0, 12)}`),
    ...serverLines(servers),
    "From now on runs in this folder use it, until it changes. To take it back: keelson trust --remove",
  ]
  print(printable(lines.join("\n")))
  return 0
}

/** What will be started, so that nobody trusts a name alone. */
function serverLines(servers: McpServers): string[] {
  return Object.entries(servers).map(([name, server]) => {
    const what = "command" in server ? [server.command, ...server.args].join(" ") : server.url
    const given = Object.values("command" in server ? server.env : server.headers).join(" ")
    const variables = [...new Set(given.match(/\$\{\w+\}/g))].join(", ")
    return `  MCP server ${name}: ${what}${variables === "" ? "" : ` (gets ${variables})`}`
  })
}

function remove(folder: string, workspace: string): number {
  if (!distrustFolder(folder, workspace))
    throw new UsageError(`${workspace} is not trusted; keelson trust --list shows what is.`)
  print(`No longer trusted: ${quotedName(workspace)}`)
  return 0
}

function list(folder: string, asJson: boolean): number {
  const folders = trustedFolders(folder)
  if (asJson) printJson(folders)
  else if (Object.keys(folders).length === 0) process.stderr.write("No folder is trusted.\n")
  for (const [name, { at, files }] of asJson ? [] : Object.entries(folders))
    print(`${quotedName(name)}  ${at.slice(0, 10)}  ${Object.keys(files).map(quotedName).join(", ")}`)
  return 0
}
