import { z } from "zod"
import { Usage } from "./usage.ts"
import {
  ArtifactFile,
  CheckComparison,
  CheckMoment,
  CheckStatus,
  FileChange,
  SaidOfCall,
  ShownResult,
  TaskStatus,
} from "./vocabulary.ts"

/** Work: tasks, calls of the model, checks and checkpoints. */
export const WORK_EVENTS = [
  z.object({
    type: z.literal("task.started"),
    task: z.string(),
    id: z.int(),
    /** Among all tasks of the run: what the model and people call it. */
    number: z.int().optional(),
    tool: z.string(),
    /** One line that says what it does, without secrets. */
    title: z.string(),
  }),
  z.object({
    type: z.literal("task.ended"),
    task: z.string(),
    id: z.int(),
    number: z.int().optional(),
    tool: z.string(),
    status: TaskStatus,
    ms: z.number(),
    /** The result in brief; what the model is shown of it, `results.shown` says. */
    digest: z.string(),
    changes: z.array(FileChange).default([]),
    artifacts: z.array(ArtifactFile).optional(),
    said: SaidOfCall.optional(),
    /** Of a file tool: what it changed as a unified diff, without secrets; a long one is cut. */
    diff: z.string().optional(),
  }),
  /** A command goes on in the background; its id stands in `process`. */
  z.object({ type: z.literal("process.started"), process: z.string(), task: z.string(), command: z.string() }),
  /** `stopped` by the model or with the run; `lost`: the run was interrupted, and it with it. */
  z.object({
    type: z.literal("process.ended"),
    process: z.string(),
    task: z.string(),
    how: z.enum(["exited", "stopped", "lost"]),
    code: z.int().nullable(),
    ms: z.number(),
  }),
  /** What the model is shown of a round's results: all of one, unless it says otherwise. */
  z.object({
    type: z.literal("results.shown"),
    stage: z.string(),
    results: z.array(ShownResult),
    /** Tokens (estimated) of the results that are not shown. */
    left_out: z.number().optional(),
  }),
  z.object({
    type: z.literal("violation.recorded"),
    task: z.string(),
    tool: z.string(),
    reason: z.string(),
    allowed: z.array(z.string()),
  }),
  /** The checks that this workspace has, as configured or found; none means that nothing can be verified. */
  z.object({
    type: z.literal("checks.found"),
    checks: z.array(z.object({ name: z.string(), command: z.string(), source: z.string() })),
  }),
  z.object({
    type: z.literal("check.ended"),
    stage: z.string(),
    name: z.string(),
    command: z.string(),
    status: CheckStatus,
    ms: z.number(),
    /** The lines that say what fails. */
    failing: z.array(z.string()),
    /** Whatever fails by its name; absent where nothing does or nothing has a name. */
    failures: z.array(z.string()).optional(),
    /** How many tests ran, where the check says so. */
    tests: z.int().optional(),
    moment: CheckMoment.optional(),
    /** What failed and did not when it ran once more on the same workspace. */
    flaky: z.array(z.string()).optional(),
    /** Of one that is not green: what the base says of it. */
    compared: CheckComparison.optional(),
    /** Of a chain of npm scripts the one that failed. */
    script: z.string().optional(),
    /** Why it proves nothing. */
    hindrance: z.enum(["cut", "empty", "unable", "refused"]).optional(),
  }),
  /** The workspace before or after a round that may write. */
  z.object({
    type: z.literal("checkpoint.made"),
    stage: z.string(),
    tree: z.string(),
    when: z.enum(["before", "after"]),
    /** What changed since the one before, commands included. */
    changes: z.array(FileChange).default([]),
  }),
  /**
   * The workspace could not be kept in time, or at all: what this stage changes beyond what its tools say themselves is neither known nor
   * undone. `why`: what stood in the way, where it is not the time.
   */
  z.object({ type: z.literal("checkpoint.missed"), stage: z.string(), ms: z.number(), why: z.string().optional() }),
  /** A reply made more calls than one may; those behind the first `kept` were not run. */
  z.object({ type: z.literal("calls.cut"), stage: z.string(), kept: z.int(), of: z.int() }),
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
    /** The longest reply that was asked for, in tokens. */
    max_output: z.number().optional(),
    /** It was stopped, did not come in time or came to nothing after a part of it was there: what was spent counts, by estimate. */
    lost: z.literal(true).optional(),
    /** What the model wrote beside the tools that it called, for people to read; a long text is cut. */
    said: z.string().optional(),
  }),
  /** One try of a call that gave no answer: it was refused, broke off or came too late. What it cost, `model.called` says. */
  z.object({
    type: z.literal("model.failed"),
    control: z.string(),
    /** Which try of the endpoint it was, counted for the call. */
    n: z.int(),
    /** What went wrong, as `ModelError` has it: `busy`, `broken`, `auth`. */
    kind: z.string(),
    /** Of HTTP, where there was an answer. */
    status: z.int().optional(),
    reason: z.string(),
    ms: z.number(),
    /** So long after it the endpoint is asked again; `null` where it is not. */
    wait_ms: z.number().nullable(),
  }),
  /** An endpoint refused what should have fitted: from here on the run has this window. */
  z.object({
    type: z.literal("window.learned"),
    model: z.string(),
    tokens: z.int(),
    before: z.int(),
    /** The refused prompt as the endpoint counted it, where it says so, and as it was estimated. */
    prompt: z.number().optional(),
    estimated: z.number(),
  }),
] as const
