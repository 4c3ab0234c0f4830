import {
  allowEndpoint,
  allowedEndpoints,
  configuredStateFolder,
  distrustFolder,
  fileEndpoint,
  fileServers,
  forgetEndpoints,
  isEndpointAllowed,
  type Stranger,
  shownAddress,
  strangersIn,
  trustedFolders,
  trustFolder,
  trustState,
} from "../../config.ts"
import { workspaceRoot } from "../../host/workspace/workspace-root.ts"
import { IN_MEMORY } from "../../journal/state-folder.ts"
import type { McpServers } from "../../mcp/mcp-servers.ts"
import { quotedName } from "../../text/quoted-name.ts"
import { printable } from "../paint/text.ts"
import { UsageError } from "../terminal/failure.ts"
import { print, printJson, tell } from "../terminal/output.ts"

/** Trusts what this folder would run, as it is now; what changes later is asked about again. */
export async function trustCommand(flags: { list?: boolean; remove?: boolean; json?: boolean }): Promise<number> {
  const folder = configuredStateFolder()
  if (flags.list) return list(folder, flags.json ?? false)
  const workspace = await workspaceRoot()
  if (flags.remove) return remove(folder, workspace)
  const servers = fileServers(workspace)
  const strangers = strangersIn(workspace, servers)
  const url = fileEndpoint(workspace)
  if (strangers.length === 0 && url === undefined)
    throw new UsageError(
      "this folder has no code config and names neither MCP servers nor a model server; there is nothing to trust.",
    )
  const isNews = trust(folder, workspace, strangers, url)
  const lines = [
    `${isNews ? "Trusted" : "Trusted already"}: ${workspace}`,
    ...strangers.map(({ name, hash }) => `  ${name}  ${hash.slice(0, 12)}`),
    ...serverLines(servers),
    ...(url === undefined ? [] : [`  model server: ${shownAddress(url)} (without your key)`]),
    "From now on runs in this folder use it, until it changes. To take it back: keelson trust --remove",
  ]
  print(printable(lines.join("\n")))
  return 0
}

/** Whether anything of it was not trusted before. */
function trust(folder: string, workspace: string, strangers: readonly Stranger[], url: string | undefined): boolean {
  const isKnown = url === undefined || isEndpointAllowed(folder, workspace, url)
  const { kind } = trustState(folder, workspace, strangers)
  // It also refuses where nothing is kept.
  if (strangers.length > 0 || folder === IN_MEMORY) trustFolder(folder, workspace, strangers)
  if (url !== undefined) allowEndpoint(folder, workspace, url)
  return !isKnown || (kind !== "trusted" && kind !== "nothing")
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
  const wasAllowed = forgetEndpoints(folder, workspace)
  if (!distrustFolder(folder, workspace) && !wasAllowed)
    throw new UsageError(`${workspace} is not trusted; keelson trust --list shows what is.`)
  print(`No longer trusted: ${quotedName(workspace)}`)
  return 0
}

function list(folder: string, asJson: boolean): number {
  const folders = everythingTrusted(folder)
  if (asJson) printJson(folders)
  else if (Object.keys(folders).length === 0) tell("No folder is trusted.")
  for (const [name, { at, files, endpoints }] of asJson ? [] : Object.entries(folders)) {
    const what = [...Object.keys(files), ...endpoints.map((url) => `model server ${shownAddress(url)}`)]
    print(`${quotedName(name)}  ${at.slice(0, 10)}  ${what.map(quotedName).join(", ")}`)
  }
  return 0
}

/** By folder: what may run, which model servers may be asked, and when the user first said so. */
function everythingTrusted(folder: string) {
  const folders = trustedFolders(folder)
  const endpoints = allowedEndpoints(folder)
  const names = new Set([...Object.keys(folders), ...Object.keys(endpoints)])
  const all = [...names].map((name) => {
    const allowed = endpoints[name] ?? {}
    const { files = {}, at = Object.values(allowed)[0] ?? "" } = folders[name] ?? {}
    return [name, { files, at, endpoints: Object.keys(allowed) }] as const
  })
  return Object.fromEntries(all)
}
