import { z } from "zod"
import { RUN_OPTIONS } from "../../options/run-options.ts"
import { recordedFields } from "../../options/schema.ts"
import { ApprovalRule } from "./approval.ts"
import { ConstraintOptions } from "./constraints.ts"
import { Limits } from "./limits.ts"
import { Traits } from "./traits.ts"

/** How much a run may do without asking. */
export const ApprovalPolicy = z.enum(RUN_OPTIONS.approve.shape.values)
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>

/** US dollars per million tokens. */
export const Price = z.object({
  prompt: z.number().min(0),
  completion: z.number().min(0),
  cached: z.number().min(0).optional(),
})
export type Price = z.infer<typeof Price>

/** The languages that people are spoken to in. */
export const Language = z.enum(["en", "zh"])
export type Language = z.infer<typeof Language>

/** When the project's checks run. */
export const VerifyMoment = z.enum(RUN_OPTIONS.verify.shape.values)
export type VerifyMoment = z.infer<typeof VerifyMoment>

/** An earlier request of the same conversation, and what came of it. */
export const Exchange = z.object({
  request: z.string(),
  outcome: z.string(),
  summary: z.string(),
  /** The engine's own account of it: files, checks, what did not succeed. */
  facts: z.string().optional(),
  /** What its newest calls brought, in brief. */
  results: z.string().optional(),
})
export type Exchange = z.infer<typeof Exchange>

/** One request under several strategies: its id, and the folder that each run has a copy of. */
export const Comparison = z.object({ id: z.string(), workspace: z.string() })
export type Comparison = z.infer<typeof Comparison>

/** What a run must see unchanged until it ends, recorded once at the start of an epoch. */
export const Environment = z.object({
  date: z.string(),
  platform: z.string(),
  workspace: z.string(),
  /** Where in the workspace commands start, as a path in it; absent for its root. */
  stand: z.string().optional(),
  /** Text of the workspace's AGENTS.md, or empty. */
  instructions: z.string(),
  /** What the model is told of the folder at its first call; absent where nothing is. */
  folder: z.string().optional(),
  language: Language,
  /** What the user asked before, oldest first; absent for a run that stands alone. */
  conversation: z.array(Exchange).optional(),
  /** The comparison that the run is one of. */
  comparison: Comparison.optional(),
  /** The replies are prepared: it is the demo. */
  demo: z.literal(true).optional(),
  model: z.string(),
  /** The base URL behind the model, without secrets; `null` where it is not to be remembered. */
  endpoint: z.string().nullable().default(null),
  /** The model's window in tokens, and who says so: the user, the server or the table, or nobody. */
  context_window: z.object({ tokens: z.number(), from: z.enum(["given", "known", "assumed"]) }).optional(),
  /** `null` when nobody told us the price: then costs are unknown, never zero. */
  price: Price.nullable(),
  tools: z.array(z.string()),
  /** How tools of MCP servers differed from the last time that the user had them, a sentence for each server. */
  tool_changes: z.array(z.string()).optional(),
  /** The model's window in tokens, where it was small at the start: the run is laid out by shares of it. */
  window: z.int().optional(),
  /** So much of the request stands in prompts, where it is too long for the window; the rest can be read. */
  request_tokens: z.int().optional(),
  /** Controls that this model has not given in earlier runs, where any is known. */
  missed: z.array(z.string()).optional(),
  /** What tools that are not the engine's own say of themselves, by name; absent where none does. */
  traits: z.record(z.string(), Traits).optional(),
  approve: ApprovalPolicy,
  /** Words on single tools and calls, on top of the policy. */
  rules: z.array(ApprovalRule).default([]),
  /** What confines commands, by name; `null` where nothing does. */
  sandbox: z.string().nullable().default(null),
  /** Review, network, scope, exceptions, verify, and whatever else is declared to be recorded. */
  .../* @__PURE__ */ recordedFields(),
  limits: Limits,
  /** The user's rules on top of those of the task types. */
  constraints: ConstraintOptions.default({ enforce: true }),
  /** The user's own checks; whatever is no list of them leaves it to what the workspace has. */
  checks: z.unknown().optional(),
  /** JSON Schema of the answer that the run ends with beside its summary. */
  answer_schema: z.record(z.string(), z.unknown()).optional(),
  settings: z.record(z.string(), z.unknown()),
})
export type Environment = z.infer<typeof Environment>
