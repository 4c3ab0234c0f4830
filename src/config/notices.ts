import { entriesOf } from "../options/option.ts"
import { RUN_OPTIONS } from "../options/run-options.ts"
import type { Endpoint } from "./config.ts"
import { shownAddress } from "./endpoint.ts"
import { PROJECT_FILE } from "./files.ts"
import type { ConfigFile } from "./schema.ts"
import { codeFileOf } from "./strangers.ts"
import { raisedLimits } from "./tighten.ts"
import type { TrustState } from "./trust.ts"

type Seen = {
  readonly workspace: string
  readonly endpoint: Endpoint | undefined
  readonly project: ConfigFile
  readonly user: ConfigFile
  readonly trust: TrustState
}

/** What the user should know of the workspace's own settings before a run starts, each in a line. */
export function noticesOf({ workspace, endpoint, project, user, trust }: Seen): string[] {
  const allows = (project.rules ?? []).some(({ decision }) => decision === "allow")
  return [
    ...strangerNotices(workspace, project, trust),
    ...(allows ? [`${PROJECT_FILE} of this workspace has rules that allow something; only yours can do that.`] : []),
    ...entriesOf(RUN_OPTIONS)
      .filter(([key, option]) => option.project === "never" && project[key] !== undefined)
      .map(([key]) => `${PROJECT_FILE} of this workspace sets "${key}"; only your own config can do that.`),
    ...toolNotices(user, project),
    ...raisedLimits(user.limits, project.limits).map(
      (name) => `${PROJECT_FILE} of this workspace raises the limit ${name}; only you can do that.`,
    ),
    ...(endpoint?.isTrusted === false ? [endpointNotice(endpoint)] : []),
  ]
}

function toolNotices({ tools: own = RUN_OPTIONS.tools.default }: ConfigFile, { tools = [] }: ConfigFile): string[] {
  const more = tools.filter((group) => !own.some((known) => known === group))
  if (more.length === 0) return []
  const all = [...new Set([...own, ...more])].join(",")
  return [
    `${PROJECT_FILE} of this workspace asks for the tools ${more.join(", ")}; only you can switch them on: --tools ${all}`,
  ]
}

function endpointNotice({ url, isAllowed }: Endpoint): string {
  const what = isAllowed ? "requests go there, without your key." : "nothing is sent there before: keelson trust"
  return `${PROJECT_FILE} of this workspace names ${shownAddress(url)}; ${what}`
}

function strangerNotices(workspace: string, project: ConfigFile, trust: TrustState): string[] {
  if (trust.kind === "changed")
    return [`${trust.names.join(", ")} changed since you trusted this folder; look at it, then: keelson trust`]
  if (trust.kind !== "new") return []
  const code = codeFileOf(workspace)
  const servers = Object.keys(project.mcp?.servers ?? {})
  return [
    ...(code ? [`${code} is code of this workspace and is not run; to trust it: keelson trust`] : []),
    ...(servers.length > 0
      ? [`${PROJECT_FILE} names MCP servers (${servers.join(", ")}); they are not started before: keelson trust`]
      : []),
  ]
}
