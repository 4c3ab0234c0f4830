import { z } from "zod"
import { ChecksOption } from "../checks/checks-option.ts"
import { McpServers } from "../mcp/server-config.ts"
import { ApprovalRule } from "../protocol/approval.ts"
import { ConstraintOptions, ExceptionPolicy } from "../protocol/constraints.ts"
import { ApprovalPolicy, Price, VerifyMoment } from "../protocol/environment.ts"
import { Limits } from "../protocol/limits.ts"
import { isBuiltIn } from "../tools/built-in.ts"

/** `auto` uses a sandbox where there is one. */
export const SandboxSetting = z.enum(["auto", "off"])
export type SandboxSetting = z.infer<typeof SandboxSetting>

/** Tools that belong together. */
export const ToolGroup = z.enum(["code", "data", "web", "documents", "memory"])
export type ToolGroup = z.infer<typeof ToolGroup>

const Url = z.url({ protocol: /^https?$/, error: "expected an http or https URL" })

/** How `web_search` searches. */
export const SearchSetting = z.strictObject({
  provider: z.enum(["searxng", "brave", "tavily"]),
  url: Url.optional(),
  /** The variable that holds the key. */
  key_env: z.string().min(1).optional(),
})
export type SearchSetting = z.infer<typeof SearchSetting>

const VariableName = z.string().regex(/^\w+$/, "expected the name of a variable")

/** Variables by the tool that may be given them. */
const SecretsFor = z.record(z.string(), z.array(VariableName)).superRefine((grants, context) => {
  for (const tool of Object.keys(grants).filter(isBuiltIn)) {
    const message = "built-in tools get no secrets, only those of MCP servers and your own"
    context.addIssue({ code: "custom", path: [tool], message })
  }
})

/** A config file: the user's, the project's, or what a project's code exports. */
export const ConfigFile = z.strictObject({
  $schema: z.string().optional(),
  model: z.string().min(1).optional(),
  /** By what is asked for; `checkControls` knows what that can be. */
  models: z.record(z.string(), z.string().min(1)).optional(),
  fallback: z.string().min(1).optional(),
  base_url: Url.optional(),
  strategy: z.string().optional(),
  approve: ApprovalPolicy.optional(),
  rules: z.array(ApprovalRule).optional(),
  review: z.boolean().optional(),
  sandbox: SandboxSetting.optional(),
  network: z.boolean().optional(),
  limits: limitsWithoutDefaults().optional(),
  constraints: ConstraintOptions.optional(),
  scope: z.array(z.string().min(1)).optional(),
  exceptions: ExceptionPolicy.optional(),
  verify: VerifyMoment.optional(),
  checks: ChecksOption.optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
  prices: z.record(z.string(), z.strictObject(Price.shape)).optional(),
  tools: z.array(ToolGroup).min(1).optional(),
  search: SearchSetting.optional(),
  allow_hosts: z.array(z.string().min(1)).optional(),
  secrets_for: SecretsFor.optional(),
  pass_variables: z.array(VariableName).optional(),
  mcp: z.strictObject({ servers: McpServers }).optional(),
})
export type ConfigFile = z.infer<typeof ConfigFile>

function limitsWithoutDefaults(): z.ZodType<Partial<Limits>> {
  const fields = Object.entries(Limits.shape).map(([name, field]) => [name, field.unwrap().optional()] as const)
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodType<Partial<Limits>>
}
