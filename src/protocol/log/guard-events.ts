import { z } from "zod"
import { Estimate } from "./vocabulary.ts"

/** Guards: what confined, measured or answered the run. */
/** What stands against an end. `open`: something of the request; the others are of the checks. */
const GateFinding = z.object({
  /** a, b, c where it is reported. */
  label: z.string().optional(),
  /** What it is about, the same each time that it is found: `check:test`, `phase:2`, `missing:…`. */
  about: z.string(),
  kind: z.enum(["own", "must_pass", "unknown", "open", "unchanged"]),
  /** What fails, by name: two findings about the same are compared by it. */
  failures: z.array(z.string()).default([]),
  /** What fails are tests that the run wrote: the request may want them to fail. */
  isAdded: z.literal(true).optional(),
  /** As the model reads it, and as the user does. */
  text: z.string(),
  said: z.string(),
})

/** How a finding was settled: by a task that shows it, by a reason, by the user's word, or by the work of a closing. */
const Settled = z.object({
  about: z.string(),
  by: z.enum(["task", "reason", "user", "closing"]),
  /** Of a check: the failures that it covers. */
  failures: z.array(z.string()).default([]),
  /** The tasks that show it, by their keys. */
  tasks: z.array(z.string()).default([]),
  /** The reason, or what those tasks did. */
  text: z.string(),
})

export const GUARD_EVENTS = [
  z.object({
    type: z.literal("constraints.set"),
    task_type: z.string(),
    allowed: z.array(z.string()),
    forbidden: z.array(z.string()).default([]),
    /** Allowed, but only in the last stage. */
    late: z.array(z.string()).default([]),
    late_needs_work: z.boolean().default(false),
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
    /** All that stands against the end. Those with a label are reported to the model in the stage of closing that follows. */
    findings: z.array(GateFinding).default([]),
    /** What settled earlier findings, by the model's last answer or by the work of the last closing. */
    settled: z.array(Settled).default([]),
    /** What the request asks for and is not done, beside the parts that are open. */
    missing: z.array(z.string()),
    /** What the model would like on top. */
    suggestions: z.array(z.string()).default([]),
    /** What a person or a rule refused. */
    refused: z.array(z.string()).default([]),
    /** Whether something was changed, and whether that was wanted. */
    changes: z.enum(["made", "none_wanted", "none"]),
    /** The checks that count and fail. */
    checks: z.array(z.string()).default([]),
    verified: z.boolean().default(false),
    /** By what it is. */
    proof: z.string().optional(),
    /** What is red and does not count, as clauses: it was so before the run, it could not run. */
    except: z.array(z.string()).default([]),
    /** What has to be said of the checks beside that. */
    notes: z.array(z.string()).default([]),
    /** Of `must_pass`, what the model took back. */
    withdrawn: z.array(z.string()).default([]),
    /** The state of the changed files, to tell whether a closing changed anything. */
    on: z.string().default(""),
    /** `mend`: the findings are reported; `end`: they are not, and the run ends with them. */
    next: z.enum(["done", "mend", "end"]),
  }),
  /** Nothing can go on: which step waits for what, and the smallest change that would free it. */
  z.object({
    type: z.literal("deadlock.found"),
    waiting: z.array(z.object({ step: z.int(), waits_for: z.array(z.int()), why: z.string() })),
    change: z.string(),
  }),
] as const
