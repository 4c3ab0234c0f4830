import { z } from "zod"
import { checksOption } from "../checks/checks-option.ts"
import { mcpServers } from "../mcp/server-config.ts"
import { type OptionName, RUN_OPTIONS } from "../options/run-options.ts"
import { saidFields } from "../options/schema.ts"
import { ApprovalRule } from "../protocol/log/approval.ts"
import { ConstraintOptions } from "../protocol/log/constraints.ts"
import { Price } from "../protocol/log/environment.ts"
import { GivenLimits } from "../protocol/log/limits.ts"
import { madeOnce } from "../protocol/zod/made-once.ts"
import { isBuiltIn } from "../tools/built-in.ts"

/** Tools that belong together. */
export type ToolGroup = (typeof RUN_OPTIONS.tools.shape.values)[number]

/** How `web_search` searches. */
const searchSetting = () =>
  z.strictObject({
    provider: z.enum(["searxng", "brave", "tavily"]),
    url: z.url({ protocol: /^https?$/, error: "expected an http or https URL" }).optional(),
    /** The variable that holds the key. */
    key_env: z.string().min(1).optional(),
  })
export type SearchSetting = z.infer<ReturnType<typeof searchSetting>>

/** Variables by the tool that may be given them. */
const secretsFor = () =>
  z
    .record(z.string(), z.array(z.string().regex(/^\w+$/, "expected the name of a variable")))
    .superRefine((grants, context) => {
      for (const tool of Object.keys(grants).filter(isBuiltIn)) {
        const message = "built-in tools get no secrets, only those of MCP servers and your own"
        context.addIssue({ code: "custom", path: [tool], message })
      }
    })

/** What is said of single models, by their names. */
const modelSettings = () => {
  const whole = z.number().int().min(1)
  const said = { context_window: whole.optional(), first_byte_ms: whole.optional(), silence_ms: whole.optional() }
  return z.record(z.string(), z.strictObject(said))
}

/** The schemas of the options that have one of their own. */
const ownSchemas = () => ({
  rules: z.array(ApprovalRule),
  limits: GivenLimits,
  model_settings: modelSettings(),
  constraints: ConstraintOptions,
  checks: checksOption(),
  prices: z.record(z.string(), z.strictObject(Price.shape)),
  search: searchSetting(),
  secrets_for: secretsFor(),
  mcp: z.strictObject({ servers: mcpServers() }),
})

/** A config file: the user's, the project's, or what a project's code exports. */
export const configFile = madeOnce(() =>
  z.strictObject({
    $schema: z.string().optional(),
    ...saidFields(Object.keys(RUN_OPTIONS) as OptionName[], ownSchemas()),
  }),
)
export type ConfigFile = z.infer<ReturnType<typeof configFile>>
