import { type Config, changedServers } from "../../config.ts"
import type { McpServers } from "../../mcp/mcp-servers.ts"
import { absentTool, isMcpName, toolName } from "../../mcp/mcp-tool.ts"
import { BUILT_IN } from "../../tools/built-in.ts"
import { codingTools } from "../../tools/code/index.ts"
import { ENGINE_NAMES } from "../../tools/engine-names.ts"
import type { AnyTool } from "../../tools/tool.ts"
import { SetupError } from "../errors/setup-error.ts"
import type { Notify } from "../model/configured-model.ts"
import { groupsWith, toolsOfGroups } from "./tool-groups.ts"

/** The tools of a run, and what has to be ended with it. */
export type Toolbox = {
  readonly tools: readonly AnyTool[]
  /** What servers offer otherwise than when the user last used them, a line each. */
  readonly changes: readonly string[]
  close(): Promise<void>
}

const ENGINE: readonly string[] = Object.keys(BUILT_IN.engine)
const NO_SERVERS: ToolsOfServers = { tools: [], changes: [], missing: new Map(), close: async () => {} }
const LOOK = "See what it offers: keelson tools --mcp"

/** What the config asks for. A server that can't be used is left out, and the user told; the rest works. */
export async function toolboxForStart(
  config: Config,
  workspace: string,
  { mcp = {}, notify = () => {} }: { readonly mcp?: McpServers; readonly notify?: Notify },
): Promise<Toolbox> {
  const own = withCode(await toolsOfGroups(config.tools, config), config)
  const servers = await openMcp({ ...config.mcp, ...mcp }, config, workspace)
  for (const [, why] of servers.missing) notify(`${why.split("\n").join(" ")} (its tools are left out)`)
  for (const change of servers.changes) notify(`${change} ${LOOK}`)
  return { ...servers, tools: [...own, ...servers.tools] }
}

/** What the run was started with. What is not there now stands in the list all the same, and says so when it is called. */
export async function toolboxForRun(
  config: Config,
  { tools: names, workspace }: { readonly tools: readonly string[]; readonly workspace: string },
  { mcp = {}, notify = () => {} }: { readonly mcp?: McpServers; readonly notify?: Notify } = {},
): Promise<Toolbox> {
  const own = withCode(await toolsOfGroups(groupsWith(names), config), config)
  const used = Object.entries({ ...config.mcp, ...mcp }).filter(([server]) =>
    names.some((name) => isToolOf(server, name)),
  )
  const servers = names.some(isMcpName) ? await openMcp(Object.fromEntries(used), config, workspace) : undefined
  for (const change of servers?.changes ?? []) notify(`${change} ${LOOK}`)
  const there = [...own, ...(await takingTool(names)), ...(servers?.tools ?? [])].filter(({ name }) =>
    names.includes(name),
  )
  const why = (name: string) => [...(servers?.missing ?? [])].find(([server]) => isToolOf(server, name))?.[1]
  return { ...(servers ?? NO_SERVERS), tools: [...there, ...absent(names, there, why)] }
}

/** Of a run that takes a candidate over: on no list, and loaded for it alone. */
async function takingTool(names: readonly string[]): Promise<AnyTool[]> {
  return names.includes("take_changes") ? [(await import("../../candidates/take-changes.ts")).takeChanges] : []
}

/** For a run that is only to be ended: nothing is started, and nothing is called. */
export function toolboxToEnd(names: readonly string[]): Toolbox {
  const there = codingTools.filter(({ name }) => names.includes(name))
  return { ...NO_SERVERS, tools: [...there, ...absent(names, there, () => undefined)] }
}

function absent(
  names: readonly string[],
  there: readonly AnyTool[],
  why: (name: string) => string | undefined,
): AnyTool[] {
  const missing = names.filter((name) => !ENGINE.includes(name) && !there.some((tool) => tool.name === name))
  return missing.map((name) => absentTool(name, why(name) ?? "it was there when the run started, and is not now."))
}

/** The project's tools come after the built-in ones, and can't take their names. */
function withCode(tools: readonly AnyTool[], { code }: Config): AnyTool[] {
  const taken = code.tools.find(({ name }) => ENGINE_NAMES.has(name) || tools.some((tool) => tool.name === name))
  if (taken) throw new SetupError(`a tool of this project's code is called "${taken.name}", as a built-in one is.`)
  return [...tools, ...code.tools]
}

type ToolsOfServers = Toolbox & { readonly missing: ReadonlyMap<string, string> }

async function openMcp(servers: McpServers, config: Config, workspace: string): Promise<ToolsOfServers> {
  if (Object.keys(servers).length === 0) return NO_SERVERS
  const { openServers } = await import("../../mcp/open-servers.ts")
  const opened = await openServers(servers, { workspace, variables: config.environment })
  return { ...opened, changes: changedServers(config.stateFolder, servers, opened.listings) }
}

/** By the beginning that a server's tools have. */
function isToolOf(server: string, name: string): boolean {
  return name.startsWith(toolName(server, ""))
}
