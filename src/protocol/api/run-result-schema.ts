import { z } from "zod"
import { ApprovalRule } from "../log/approval.ts"
import { Language } from "../log/environment.ts"
import { ApprovalSubject, CheckStatus, CommandRisk, Estimate, FileChange, FileRisk } from "../log/event.ts"
import { Usage } from "../log/usage.ts"

/** How a run ended; `running` where it has neither ended nor a question. */
export const RunOutcome = z.enum(["done", "incomplete", "failed", "blocked", "cancelled", "waiting", "running"])

const OpenQuestionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("clarification"), id: z.string(), questions: z.array(z.string()) }),
  z.object({
    kind: z.literal("approval"),
    id: z.string(),
    /** Nothing said: a call of `tool`. */
    about: ApprovalSubject.optional(),
    tool: z.string(),
    summary: z.string(),
    detail: z.string(),
    command: z.string().optional(),
    risks: z.array(CommandRisk).optional(),
    file_risks: z.array(FileRisk).optional(),
    rule: ApprovalRule.optional(),
  }),
])

/** `RunResult` on the wire; fields that later versions add are passed through. */
export const RunResultSchema = z.looseObject({
  run_id: z.string(),
  success: z.boolean(),
  outcome: RunOutcome,
  reason: z.string(),
  limit: z.string().optional(),
  missing: z.array(z.string()).optional(),
  refused: z.array(z.string()).optional(),
  blocked_at: z.string().optional(),
  language: Language,
  message: z.string(),
  summary: z.string(),
  facts: z.string(),
  plain: z.boolean().optional(),
  summary_layer: z.string(),
  phases_completed: z.number(),
  total_tasks: z.number(),
  total_rounds: z.number(),
  highlights: z.array(z.string()),
  need_clarification: z.boolean(),
  questions: z.array(OpenQuestionSchema),
  requirements: z
    .array(
      z.object({
        number: z.number(),
        text: z.string(),
        status: z.enum(["met", "open", "dropped"]),
        tasks: z.array(z.number()),
        why: z.array(z.string()),
      }),
    )
    .optional(),
  verified: z.boolean(),
  undone: z.enum(["all", "part"]).optional(),
  delivered: z.object({ branch: z.string().nullable(), commit: z.string().nullable(), reason: z.string() }).optional(),
  checks: z.array(
    z.looseObject({ name: z.string(), status: CheckStatus, passed: z.boolean(), failing: z.array(z.string()) }),
  ),
  files: z.array(FileChange),
  usage: Usage.extend({ calls: z.number(), cost: z.number().nullable() }),
  figures: z.looseObject({
    cache_share: z.number(),
    prefix_share: z.number(),
    deviation: z.number(),
    alarms: z.number(),
    compression: z.number().nullable(),
    saved: z.object({ structuring: z.number(), digesting: z.number(), compacting: z.number() }),
  }),
  limits: z.looseObject({
    used: z.record(z.string(), z.number()),
    allowed: z.record(z.string(), z.number().nullable()),
    estimate: Estimate.nullable(),
    worst: Estimate.nullable(),
  }),
})
