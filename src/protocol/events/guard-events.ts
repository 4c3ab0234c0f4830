import { z } from "zod"
import { Estimate } from "./vocabulary.ts"

/** Guards: what confined, measured or answered the run. */
export const GUARD_EVENTS = [
  z.object({
    type: z.literal("constraints.set"),
    task_type: z.string(),
    allowed: z.array(z.string()),
    forbidden: z.array(z.string()).default([]),
    /** Allowed, but only in the last stage. */
    late: z.array(z.string()).default([]),
    late_needs_work: z.boolean().default(false),
    /** What the terminal may be used for. */
    commands: z.enum(["any", "reading"]).default("any"),
    /** Tools of which one must make the result before the run is done. */
    ends_with: z.array(z.string()).optional(),
    /** Globs; empty means that nothing confines what may be changed. */
    write_scope: z.array(z.string()),
    /** The part of it that the request itself asks for. */
    request_scope: z.array(z.string()).optional(),
    reason: z.string(),
  }),
  /** What the run is going to need, and the most that its limits let it. */
  z.object({ type: z.literal("budget.estimated"), expected: Estimate, worst: Estimate }),
  z.object({ type: z.literal("exception.asked"), task: z.string(), tool: z.string(), reason: z.string() }),
  z.object({
    type: z.literal("exception.decided"),
    task: z.string(),
    tool: z.string(),
    decision: z.enum(["granted", "denied"]),
    by: z.enum(["policy", "user"]),
    reason: z.string(),
  }),
  z.object({
    type: z.literal("reflection.raised"),
    stage: z.string(),
    /** Which detector fired. */
    detector: z.string(),
    /** How far it went: words to the model, another plan, a question to the user, the end of the stage as failed. */
    level: z.enum(["guidance", "replan", "ask", "fail"]),
    reason: z.string(),
    evidence: z.array(z.string()),
    suggestion: z.string(),
  }),
  /** How full the context of a stage is before its next call, in tokens. */
  z.object({ type: z.literal("context.measured"), stage: z.string(), tokens: z.number(), limit: z.number() }),
  z.object({
    type: z.literal("context.compacted"),
    stage: z.string(),
    before: z.number(),
    after: z.number(),
    /** The rounds whose results were replaced by their summaries. */
    folded: z.array(z.string()),
  }),
  /** What the closing gate found at an end that the strategy came to by itself. */
  z.object({
    type: z.literal("gate.ruled"),
    /** 0 at the strategy's own end, n after the n-th stage `closing`. */
    attempt: z.int(),
    missing: z.array(z.string()),
    /** What the model would like on top. */
    suggestions: z.array(z.string()).default([]),
    /** What a person or a rule refused. */
    refused: z.array(z.string()).default([]),
    /** Whether something was changed, and whether that was wanted. */
    changes: z.enum(["made", "none_wanted", "none_needed", "none"]),
    /** Why nothing had to be changed, in the model's words. */
    nothing_to_change: z.string().optional(),
    /** The checks that count and fail. */
    checks: z.array(z.string()).default([]),
    /** Green checks, with nothing to be said of any. */
    verified: z.boolean().default(false),
    /** What has to be said of the checks: failures from before the run, flaky ones, fewer tests. */
    notes: z.array(z.string()).default([]),
    /** `mend`: what is missing is worked on; `end`: it is not, and the run ends without it. */
    next: z.enum(["done", "mend", "end"]),
    /** False where no word on what is missing could be had. */
    has_word: z.boolean().default(true),
  }),
  /** Nothing can go on: which step waits for what, and the smallest change that would free it. */
  z.object({
    type: z.literal("deadlock.found"),
    waiting: z.array(z.object({ step: z.int(), waits_for: z.array(z.int()), why: z.string() })),
    change: z.string(),
  }),
] as const
