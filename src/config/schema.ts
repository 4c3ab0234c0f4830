import { z } from "zod"
import { ChecksOption } from "../checks/checks-option.ts"
import { McpServers } from "../mcp/server-config.ts"
import { type OptionName, RUN_OPTIONS } from "../options/run-options.ts"
import { saidFields } from "../options/schema.ts"
import { ApprovalRule } from "../protocol/approval.ts"
import { ConstraintOptions } from "../protocol/constraints.ts"
import { Price } from "../protocol/environment.ts"
import { GivenLimits } from "../protocol/limits.ts"
import { isBuiltIn } from "../tools/built-in.ts"

/** Tools that belong together. */
export type ToolGroup = (typeof RUN_OPTIONS.tools.shape.values)[number]

/** How `web_search` searches. */
export const SearchSetting = z.strictObject({
  provider: z.enum(["searxng", "brave", "tavily"]),
  url: z.url({ protocol: /^https?$/, error: "expected an http or https URL" }).optional(),
  /** The variable that holds the key. */
  key_env: z.string().min(1).optional(),
})
export type SearchSetting = z.infer<typeof SearchSetting>

/** Variables by the tool that may be given them. */
const SecretsFor = z
  .record(z.string(), z.array(z.string().regex(/^\w+$/, "expected the name of a variable")))
  .superRefine((grants, context) => {
    for (const tool of Object.keys(grants).filter(isBuiltIn)) {
      const message = "built-in tools get no secrets, only those of MCP servers and your own"
      context.addIssue({ code: "custom", path: [tool], message })
    }
  })

const whole = z.number().int().min(1)

/** What is said of single models, by their names. */
const ModelSettings = z.record(
  z.string(),
  z.strictObject({
    context_window: whole.optional(),
    first_byte_ms: whole.optional(),
    silence_ms: whole.optional(),
  }),
)

/** The schemas of the options that have one of their own. */
const OWN = {
  rules: z.array(ApprovalRule),
  limits: GivenLimits,
  model_settings: ModelSettings,
  constraints: ConstraintOptions,
  checks: ChecksOption,
  prices: z.record(z.string(), z.strictObject(Price.shape)),
  search: SearchSetting,
  secrets_for: SecretsFor,
  mcp: z.strictObject({ servers: McpServers }),
}

/** A config file: the user's, the project's, or what a project's code exports. */
export const ConfigFile = z.strictObject({
  $schema: z.string().optional(),
  ...saidFields(Object.keys(RUN_OPTIONS) as OptionName[], OWN),
})
export type ConfigFile = z.infer<typeof ConfigFile>
