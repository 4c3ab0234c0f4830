import { homedir } from "node:os"
import { join } from "node:path"
import { stateFolder } from "../journal/state-folder.ts"
import type { McpServers } from "../mcp/mcp-servers.ts"
import { tighterConstraints } from "../run/constraints/merge-options.ts"
import { strategyName } from "../strategies/names.ts"
import { holdsHome } from "../tools/workspace/holds-home.ts"
import type { Config, Flags, OwnCode } from "./config.ts"
import { endpointOf } from "./endpoint.ts"
import { checkedUrl, PROJECT_FILE, readConfigFile, readEnvironment, userFile } from "./files.ts"
import { noticesOf } from "./notices.ts"
import type { ConfigFile } from "./schema.ts"
import { settled, settledOr } from "./settle.ts"
import { strangersIn } from "./strangers.ts"
import { tighterLimits, tighterRules } from "./tighten.ts"
import { type TrustState, trustState } from "./trust.ts"
import { isEndpointAllowed } from "./trusted-endpoints.ts"

/** What was said where, weakest first; the workspace's code counts as said by the project. */
export type Sources = {
  readonly user: ConfigFile
  readonly project: ConfigFile
  readonly own: ConfigFile
  /** The servers of the project's file, which anybody may have written; those of its code are that code's. */
  readonly servers: McpServers
}

const NO_CONSTRAINTS = { enforce: true } as const

/** What a project brings along when nothing of it is run. */
export const NO_CODE: ProjectCode = { config: {}, tools: [], strategies: [], models: [] }

/** What a project's code says and brings along. */
export type ProjectCode = OwnCode & { readonly config: ConfigFile }

/**
 * Reads everything in rising order: user file, project file, environment, flags. Runs nothing: see `readConfig`.
 * Throws `ConfigError`.
 */
export function loadConfig(
  flags: Flags,
  environment: Config["environment"] = process.env,
  { config: said, ...code }: ProjectCode = NO_CODE,
): Config {
  const sources = readSources(flags.workspace, environment, said)
  const { user, project, own } = sources
  const model = flags.model ?? own.model ?? project.model ?? user.model
  const given = { model: flags.model, base_url: checkedUrl(flags.baseUrl, "--base-url") }
  const folder = stateFolder(environment)
  // Code that the user trusts could send whatever it likes to wherever it likes.
  const isAllowed = (url: string) =>
    url === said.base_url || url === flags.allowedUrl || isEndpointAllowed(folder, flags.workspace, url)
  const endpoint = endpointOf(model, [given, own, project, user], isAllowed)
  const trust = trustState(folder, flags.workspace, strangersIn(flags.workspace, sources.servers))
  const home = holdsHome(flags.workspace)
  const isApproveSaid = (flags.approve ?? own.approve ?? user.approve) !== undefined
  const limits = { ...tighterLimits(user.limits, project.limits), ...flags.limits }
  return {
    ...settled(flags, sources),
    endpoint,
    strategy: strategyName(settledOr("strategy", "auto", flags, sources), code.strategies),
    areToolsSaid: (flags.tools ?? own.tools ?? project.tools ?? user.tools) !== undefined,
    approveConfined: settledOr("approve", home ? "ask" : "edits", flags, sources),
    asksAtHome: isApproveSaid ? undefined : home,
    rules: tighterRules(user.rules, project.rules),
    limits,
    prices: user.prices ?? {},
    projectPrices: project.prices ?? {},
    constraints: tighterConstraints(user.constraints ?? NO_CONSTRAINTS, project.constraints ?? NO_CONSTRAINTS),
    // A stranger's server hears what models write for tools, and may write for them itself.
    ...(endpoint?.isTrusted === false ? { secretsFor: {} } : {}),
    mcp: serversOf(sources, trust),
    code,
    stateFolder: folder,
    environment,
    notices: noticesOf({ workspace: flags.workspace, endpoint, project, user, trust }),
    places: ["--model", "KEELSON_MODEL", PROJECT_FILE, userFile(environment)],
  }
}

/** The servers that may be started. The user's come first: where two servers' tools would have one name, it is that of the user's. */
function serversOf({ user, project }: Sources, trust: TrustState): McpServers {
  const isTrusted = trust.kind === "trusted" || trust.kind === "nothing"
  const servers = isTrusted ? (project.mcp?.servers ?? {}) : {}
  const own = atHome(user.mcp?.servers ?? {})
  return { ...own, ...servers, ...own }
}

/** The three places besides flags. */
export function readSources(workspace: string, environment: Config["environment"], code: ConfigFile = {}): Sources {
  const userPath = userFile(environment)
  const user = readConfigFile(userPath, userPath)
  const file = readConfigFile(join(workspace, PROJECT_FILE), PROJECT_FILE)
  return { user, project: { ...file, ...code }, own: readEnvironment(environment), servers: file.mcp?.servers ?? {} }
}

/** The servers that the project's file names. */
export function fileServers(workspace: string): McpServers {
  return readConfigFile(join(workspace, PROJECT_FILE), PROJECT_FILE).mcp?.servers ?? {}
}

/** The model server that the project's file names. */
export function fileEndpoint(workspace: string): string | undefined {
  return readConfigFile(join(workspace, PROJECT_FILE), PROJECT_FILE).base_url
}

/** A server of the user's own must not be started where a stranger's files lie in wait for it. */
function atHome(servers: McpServers): McpServers {
  const started = Object.entries(servers).map(([name, server]) => {
    return [name, "command" in server ? { ...server, cwd: server.cwd ?? homedir() } : server] as const
  })
  return Object.fromEntries(started)
}
