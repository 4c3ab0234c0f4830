import { z } from "zod"
import { JudgeVerdict, Phase, PlannedTask, RequestAnalysis } from "./control.ts"
import { Environment } from "./environment.ts"
import { Outcome, RunState } from "./outcome.ts"
import { Usage } from "./usage.ts"

/** A file that a task changed; hashes of its content, `null` where there was or is none. */
export const FileChange = z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type FileChange = z.infer<typeof FileChange>

/**
 * How a task ended. `unknown`: a crash hid the outcome, and running it again was not safe.
 * `refused`: not allowed to run. `skipped`: something it depends on did not succeed.
 */
export const TaskStatus = z.enum(["done", "failed", "unknown", "refused", "skipped"])
export type TaskStatus = z.infer<typeof TaskStatus>

export const StageKind = z.enum(["phase", "round", "step", "item", "turn"])
export type StageKind = z.infer<typeof StageKind>
export const StageStatus = z.enum(["done", "failed", "forced", "incomplete", "unproven", "skipped", "continued"])
export type StageStatus = z.infer<typeof StageStatus>

export const SummaryLayer = z.enum(["summarizer", "closing", "plain", "stitched", "composed"])
export type SummaryLayer = z.infer<typeof SummaryLayer>

/** Calls, tokens in and out together, US dollars (`null` where the price is not known). */
export const Estimate = z.object({ calls: z.number(), tokens: z.number(), cost: z.number().nullable() })
export type Estimate = z.infer<typeof Estimate>

export const ApprovalDecision = z.enum(["allow", "allow_always", "deny"])
export type ApprovalDecision = z.infer<typeof ApprovalDecision>

/**
 * The facts of a run. Persisted once per key, numbered without gaps, never changed.
 * A new field must be optional or have a default; any other change raises the event's version in `EVENT_VERSIONS`.
 */
export const DurableEvent = z.discriminatedUnion("type", [
  // The run as a whole.
  z.object({ type: z.literal("run.started"), request: z.string(), strategy: z.string(), environment: Environment }),
  z.object({ type: z.literal("run.resumed"), epoch: z.int(), environment: Environment }),
  /** A new run made of another one's log, up to `key`. */
  z.object({ type: z.literal("run.forked"), from: z.string(), key: z.string() }),
  z.object({ type: z.literal("state.changed"), state: RunState }),
  z.object({ type: z.literal("cancel.requested"), by: z.string(), reason: z.string() }),
  z.object({ type: z.literal("limit.reached"), limit: z.string(), used: z.number(), allowed: z.number() }),
  z.object({
    type: z.literal("summary.made"),
    layer: SummaryLayer,
    text: z.string(),
    highlights: z.array(z.string()),
    quality: z.string().optional(),
    /** Claims of the model's that the engine's own counts replaced. */
    corrections: z.array(z.string()).default([]),
  }),
  z.object({ type: z.literal("run.ended"), outcome: Outcome, message: z.string() }),

  // What the user is asked.
  z.object({ type: z.literal("clarification.asked"), question: z.string(), questions: z.array(z.string()) }),
  z.object({ type: z.literal("clarification.answered"), question: z.string(), answer: z.string() }),
  z.object({
    type: z.literal("approval.asked"),
    question: z.string(),
    tool: z.string(),
    summary: z.string(),
    /** A diff or a command line, for the user to judge by. */
    detail: z.string(),
  }),
  z.object({
    type: z.literal("approval.answered"),
    question: z.string(),
    decision: ApprovalDecision,
    reason: z.string().default(""),
  }),

  // Planning and judging.
  z.object({
    type: z.literal("request.analysed"),
    analysis: RequestAnalysis,
    raw_tokens: z.number(),
    structured_tokens: z.number(),
  }),
  z.object({
    type: z.literal("phases.planned"),
    phases: z.array(Phase),
    execution_strategy: z.enum(["sequential", "parallel"]),
  }),
  z.object({
    type: z.literal("stage.started"),
    stage: z.string(),
    kind: StageKind,
    title: z.string(),
    /** Iterations that this stage counts (a round 3, a retry round 2, a turn 1, a phase 0). */
    iterations: z.int().default(0),
  }),
  z.object({ type: z.literal("stage.ended"), stage: z.string(), status: StageStatus, summary: z.string() }),
  z.object({ type: z.literal("plan.made"), stage: z.string(), tasks: z.array(PlannedTask), reasoning: z.string() }),
  z.object({ type: z.literal("plan.rejected"), control: z.string(), issues: z.array(z.string()) }),
  z.object({
    type: z.literal("judge.ruled"),
    stage: z.string(),
    verdict: JudgeVerdict,
    corrections: z.array(z.string()),
  }),

  // Work.
  z.object({
    type: z.literal("task.started"),
    task: z.string(),
    id: z.int(),
    tool: z.string(),
    /** One line that says what it does, without secrets. */
    title: z.string(),
  }),
  z.object({
    type: z.literal("task.ended"),
    task: z.string(),
    id: z.int(),
    tool: z.string(),
    status: TaskStatus,
    ms: z.number(),
    /** What the model is shown of the result. */
    digest: z.string(),
    changes: z.array(FileChange).default([]),
    /** Tokens (estimated) of the result that the digest does without. */
    left_out: z.number().optional(),
  }),
  z.object({
    type: z.literal("violation.recorded"),
    task: z.string(),
    tool: z.string(),
    reason: z.string(),
    allowed: z.array(z.string()),
  }),
  // Guards.
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
    /** Globs; empty means that nothing confines what may be changed. */
    write_scope: z.array(z.string()),
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
    /** How far it went: words to the model, another plan, the end of the stage as failed. */
    level: z.enum(["guidance", "replan", "fail"]),
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
  z.object({
    type: z.literal("model.called"),
    control: z.string(),
    rung: z.enum(["named", "required", "schema", "text", "auto", "none"]),
    attempt: z.int(),
    usage: Usage,
    /** US dollars; `null` where the price is not known. */
    cost: z.number().nullable(),
    ms: z.number(),
    /** Prompt tokens (estimated) that repeat the previous request of the same conversation. */
    repeated: z.number().default(0),
    /** What the whole prompt was estimated at: against `usage` it tells how far estimates are off. */
    estimated: z.number().optional(),
  }),
])
export type DurableEvent = z.infer<typeof DurableEvent>
export type DurableEventType = DurableEvent["type"]

/** Progress worth showing but not worth keeping: never persisted, may be dropped. */
export const LiveEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("model.delta"), key: z.string(), text: z.string() }),
  z.object({ type: z.literal("model.retried"), key: z.string(), reason: z.string(), wait_ms: z.number() }),
  z.object({ type: z.literal("tool.progress"), key: z.string(), text: z.string() }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

/** A fact as the log has it: `seq` orders it, `key` names it for ever. */
export type LoggedEvent = {
  readonly seq: number
  readonly key: string
  readonly at: number
  readonly event: DurableEvent
}

/** The version that new events are written with; absent means 1. Raise one together with an upgrade in `upgradeEvent`. */
export const EVENT_VERSIONS: Partial<Record<DurableEventType, number>> = {}

export function eventVersion(type: DurableEventType): number {
  return EVENT_VERSIONS[type] ?? 1
}
