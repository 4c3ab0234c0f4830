import type { ChecksOption } from "../checks/checks-option.ts"
import type { McpServers } from "../mcp/server-config.ts"
import type { Model } from "../model/model.ts"
import type { ApprovalRule } from "../protocol/approval.ts"
import type { ConstraintOptions, ExceptionPolicy } from "../protocol/constraints.ts"
import type { ApprovalPolicy, Price, VerifyMoment } from "../protocol/environment.ts"
import type { Limits } from "../protocol/limits.ts"
import type { AnyStrategy } from "../run/strategy.ts"
import type { SecretGrants } from "../tools/secrets.ts"
import type { AnyTool } from "../tools/tool.ts"
import type { SandboxSetting, SearchSetting, ToolGroup } from "./schema.ts"

/** The strategy of a run for which nobody names one. */
export const DEFAULT_STRATEGY = "auto"

/** The limits as a file or a flag gives them: without defaults, so that what was not said stays unsaid. */
export type GivenLimits = Partial<Limits>

/**
 * A base URL for one provider. An untrusted one was named by the workspace's own file: it gets no key and is not recorded. Before
 * the user allowed it for this folder it gets nothing at all.
 */
export type Endpoint = {
  readonly url: string
  readonly isTrusted: boolean
  readonly isAllowed: boolean
  readonly provider: string
}

/** What the command line says; it wins over everything else. */
export type Flags = {
  readonly workspace: string
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
  /** An address of the workspace's own file that the user has just said yes to. */
  readonly allowedUrl?: string | undefined
  readonly strategy?: string | undefined
  readonly approve?: ApprovalPolicy | undefined
  /** `false` turns it off; `true` says nothing. */
  readonly sandbox?: boolean | undefined
  readonly network?: boolean | undefined
  readonly limits?: GivenLimits | undefined
  readonly scope?: readonly string[] | undefined
  readonly exceptions?: ExceptionPolicy | undefined
  readonly verify?: VerifyMoment | undefined
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** Names of tool groups, with commas between them. */
  readonly tools?: string | undefined
  readonly review?: boolean | undefined
}

/** What a project's code brings along. */
export type OwnCode = {
  readonly tools: readonly AnyTool[]
  readonly strategies: readonly AnyStrategy[]
  /** Each is used where a model is named by its id. */
  readonly models: readonly Model[]
}

/** Files, environment and flags as one. */
export type Config = {
  readonly model: string | undefined
  /** Models that answer some controls instead of the main one, by control. */
  readonly models: Readonly<Record<string, string>>
  /** Who is asked when a model gives up. */
  readonly fallback: string | undefined
  readonly endpoint: Endpoint | undefined
  readonly strategy: string
  /** What needs no question where nothing confines commands. */
  readonly approve: ApprovalPolicy
  /** The same where a sandbox does: only the default differs. */
  readonly approveConfined: ApprovalPolicy
  /** Words on single tools and calls; what was remembered for this folder is not among them. */
  readonly rules: readonly ApprovalRule[]
  /** Whether plans are shown to the user before they run. */
  readonly review: boolean
  readonly sandbox: SandboxSetting
  /** Whether commands in the sandbox may use the network. */
  readonly network: boolean
  readonly limits: GivenLimits
  readonly constraints: ConstraintOptions
  /** Globs of what a run may change; none means everything in the workspace. */
  readonly scope: readonly string[]
  readonly exceptions: ExceptionPolicy
  /** When the project's checks run, and which they are; what the workspace has where nothing is said. */
  readonly verify: VerifyMoment
  readonly checks: ChecksOption | undefined
  readonly settings: Readonly<Record<string, unknown>>
  /** By model, with or without its provider. */
  readonly prices: Readonly<Record<string, Price>>
  /** Which tools a run has, by group. */
  readonly tools: readonly ToolGroup[]
  /** How `web_search` searches; only the user can say. */
  readonly search: SearchSetting | undefined
  /** Places that may be fetched though they are not public; only the user can say. */
  readonly allowHosts: readonly string[]
  /** Variables that single tools may be given, by tool; only the user can say. */
  readonly secretsFor: SecretGrants
  /** Names of variables that commands see on top of the usual ones; only the user can say. */
  readonly passVariables: readonly string[]
  /** The MCP servers that may be started: the user's, and those of a workspace that is trusted. */
  readonly mcp: McpServers
  /** What the project's code brings along, where the user trusts it. */
  readonly code: OwnCode
  readonly stateFolder: string
  /** Where secret values are looked for. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Things worth a line to the user before the run starts. */
  readonly notices: readonly string[]
  /** Where a model was looked for, for the message that there is none. */
  readonly places: readonly string[]
}
