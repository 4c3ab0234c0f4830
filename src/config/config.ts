import type { McpServers } from "../mcp/mcp-servers.ts"
import type { Model } from "../model/seam/model.ts"
import type { CamelCase } from "../options/option.ts"
import type { OptionName } from "../options/run-options.ts"
import type { ApprovalRule } from "../protocol/log/approval.ts"
import type { ConstraintOptions } from "../protocol/log/constraints.ts"
import type { ApprovalPolicy } from "../protocol/log/environment.ts"
import type { GivenLimits } from "../protocol/log/limits.ts"
import type { AnyStrategy } from "../run/strategy.ts"
import type { AnyTool } from "../tools/tool.ts"
import type { ConfigFile } from "./schema.ts"
import type { SettledOptions } from "./settle.ts"

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

/** What somebody says of the options, by the names of code. */
export type Said = { readonly [Name in OptionName as CamelCase<Name>]?: ConfigFile[Name] | undefined }

/** What the command line says, or a request; it wins over everything else. */
export type Flags = Said & {
  readonly workspace: string
  /** An address of the workspace's own file that the user has just said yes to. */
  readonly allowedUrl?: string | undefined
}

/** What a project's code brings along. */
export type OwnCode = {
  readonly tools: readonly AnyTool[]
  readonly strategies: readonly AnyStrategy[]
  /** Each is used where a model is named by its id. */
  readonly models: readonly Model[]
}

/** Files, environment and flags as one. */
export type Config = SettledOptions & {
  readonly endpoint: Endpoint | undefined
  /** What needs no question where a sandbox confines commands: only its default differs from that of `approve`. */
  readonly approveConfined: ApprovalPolicy
  /** The workspace is the home, or contains it, and nobody said what needs no question: so everything is asked about. */
  readonly asksAtHome: "is" | "contains" | undefined
  /** Whether somebody chose the groups of tools. */
  readonly areToolsSaid: boolean
  readonly prices: NonNullable<ConfigFile["prices"]>
  /** Prices that the workspace names: for models whose price nobody else knows, or a low one would undo a limit in money. */
  readonly projectPrices: NonNullable<ConfigFile["prices"]>
  /** Words on single tools and calls; what was remembered for this folder is not among them. */
  readonly rules: readonly ApprovalRule[]
  readonly limits: GivenLimits
  readonly constraints: ConstraintOptions
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
