import { z } from "zod"

/** Taken where a model sends it; not asked for, since the engine counts itself. See `wireSchema`. */
const OFF_WIRE = { off_wire: true }

/** Asked for only where the control stands alone: in an envelope another part says it, or the engine knows it. See `wireSchema`. */
const IF_ALONE = { if_alone: true }

/** What is reported says how it is answered. See `wireSchema`. */
const TOLD_BY_RESULTS = { told_by_results: true }

/* Bounds for a decoder that keeps them. What is beyond them is taken all the same: it costs no second call. See `decoderSchema`. */
const SMALL = { for_decoder: { minimum: 1, maximum: 999 } }
const ID = z.int().meta(SMALL)
const OWN_ID = z.int().min(1).meta(SMALL)
const A_NAME = { for_decoder: { maxLength: 80 } }
const A_SENTENCE = { for_decoder: { maxLength: 400 } }

/* The controls' answers as the model gives them; field names are the public contract. */

/** How much there is to a request, by the model's word. */
export const Complexity = z.enum(["simple", "medium", "complex"])
/** The kinds of work that constraints know rules for. */
export const TaskType = z.enum(["coding", "research", "creation", "data_processing", "general"])

/** Whether a request wants something to change: files or the world, nothing, or nobody can tell yet. */
export const Changes = z.enum(["files", "none", "unsure"])
export type Changes = z.infer<typeof Changes>

/** An answer to each finding of the gate, by its label. */
const SETTLED = z
  .array(z.string())
  .optional()
  .catch(undefined)
  .describe("only to answer findings")
  .meta(TOLD_BY_RESULTS)

/** What must be green at the end. The engine looks it up among the checks: it is no command that it would run. */
export const MustPass = z
  .array(z.string())
  .optional()
  .catch(undefined)
  .describe("tests or checks that fail now and that the request asks to pass; leave out otherwise")

/** What every last answer says of the whole; a wrong value is no reason to ask again. */
const LAST_WORD = {
  missing: z
    .array(z.string())
    .optional()
    .catch(undefined)
    .describe("what was asked for and is not done, by number or in words"),
  settled: SETTLED,
}

/** The control that says what a request is after, or answers it at once. */
export const RequestAnalysis = z.object({
  core_goal: z.string().min(1).meta(A_SENTENCE),
  requirements: z.array(z.string()).describe("what must be true at the end, one for each thing asked for"),
  constraints: z.array(z.string()).default([]).describe("what the user forbids").meta(IF_ALONE),
  complexity: Complexity.describe(
    "simple: one piece of work, such as a fix with its test; medium: several; complex: several that build on each other",
  ),
  estimated_phases: z.int().min(1).max(5).optional().meta(IF_ALONE),
  task_type: TaskType.default("general"),
  write_scope: z.array(z.string()).default([]).describe("globs of files that may change, if the request limits them"),
  changes: Changes.optional().catch(undefined).describe("does the request want anything changed?"),
  must_pass: MustPass,
  /** Left out, the questions say it: see `wantsClarification`. */
  clarification_needed: z.boolean().optional().meta(IF_ALONE),
  clarification_questions: z
    .array(z.string())
    .default([])
    .describe("if the answer would change the plan and no file has it; at most 2"),
  /** Asked for only where a run may end with it. */
  direct_answer: z.string().trim().optional().meta(OFF_WIRE),
})
export type RequestAnalysis = z.infer<typeof RequestAnalysis>

/** Whether the user has to be asked before anything is planned. */
export function wantsClarification({ clarification_needed, clarification_questions }: RequestAnalysis): boolean {
  return clarification_needed ?? clarification_questions.length > 0
}

/** Where a phase says nothing of it. */
const USUAL_ROUNDS = 2

/** A part of the goal, with the phases that it has to wait for. */
export const Phase = z.object({
  id: OWN_ID,
  name: z.string().min(1).meta(A_NAME),
  goal: z.string().min(1).meta(A_SENTENCE),
  estimated_rounds: z.int().min(1).max(10).default(USUAL_ROUNDS).meta(IF_ALONE),
  dependencies: z.array(ID).default([]),
  for: z.array(ID).optional().catch(undefined).describe("numbers of requirements, if not all"),
})
export type Phase = z.infer<typeof Phase>

/** The control that divides a goal into phases. */
export const PhasePlan = z.object({
  phases: z.array(Phase).min(1).max(5),
  execution_strategy: z
    .enum(["sequential", "parallel"])
    .default("sequential")
    .describe("parallel if they touch different files"),
  total_estimated_rounds: z.int().optional().meta(OFF_WIRE),
})
export type PhasePlan = z.infer<typeof PhasePlan>

/** A planned call after the engine numbered it. */
export const PlannedTask = z.object({
  id: z.int(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  depends_on: z.array(z.int()).default([]),
  why: z.string().default(""),
})
export type PlannedTask = z.infer<typeof PlannedTask>

/** Of these fields only `phase_completed` is worth asking again: a wrong value of any other is dropped. */
export const JudgeVerdict = z.object({
  task_evaluation: z
    .array(
      z.object({
        task_id: z.int(),
        status: z.enum(["done", "failed", "partial"]),
        quality_score: z.number().min(0).max(10).optional().meta(OFF_WIRE),
      }),
    )
    .default([])
    .catch([])
    .meta(OFF_WIRE),
  completed_tasks: z
    .array(ID)
    .default([])
    .catch([])
    .describe("numbers of the tasks that did what they were for")
    .meta(IF_ALONE),
  failed_tasks: z.array(ID).default([]).catch([]).meta(IF_ALONE),
  phase_completion_rate: z.number().min(0).max(1).optional().catch(undefined).meta(IF_ALONE),
  phase_completed: z.boolean(),
  evidence: z.array(ID).default([]).catch([]).describe("numbers of the tasks whose results show it").meta(IF_ALONE),
  /** A blank one is filled in by the engine. */
  user_summary: z.string().trim().default("").catch("").describe("what this round achieved; not beside summarizer"),
  /** Without one the phase goes on; failed tasks that no new plan replaces are tried again. */
  next_action: z
    .enum(["continue_phase", "end_phase", "retry_failed", "replan"])
    .default("continue_phase")
    .catch("continue_phase")
    .describe("if not completed"),
  failed_reason: z.string().optional().catch(undefined),
  amended_tasks: z
    .array(z.object({ task_id: z.int(), arguments: z.record(z.string(), z.unknown()) }))
    .default([])
    .catch([])
    .describe("for retry_failed: new arguments")
    .meta(IF_ALONE),
  /** Artifact ranges; the engine shows at most 3, once a round, and asks again. */
  open: z
    .array(z.string())
    .default([])
    .catch([])
    .describe("only if you must see more of a result before you decide, as in p1r2t3:10-90")
    .meta(IF_ALONE),
})
export type JudgeVerdict = z.infer<typeof JudgeVerdict>

/** One step of a plan that is walked as a graph. */
export const PlanStep = z.object({
  id: OWN_ID,
  description: z.string().min(1).meta(A_SENTENCE).describe("what to do"),
  dependencies: z.array(ID).default([]).describe("ids of the steps that must be done first"),
  tools: z.array(z.string()).min(1).describe("the tools you expect to use"),
  done_when: z.string().min(1).meta(A_SENTENCE).describe("how to tell that it is done"),
})
export type PlanStep = z.infer<typeof PlanStep>

/** How a step stands, when it is asked or says so by itself. */
export const StepResult = z.object({
  status: z.enum(["done", "continue", "replan", "blocked"]),
  result: z.string().default("").catch("").describe("for done: what was done, and which result shows it"),
  reason: z
    .string()
    .default("")
    .catch("")
    .describe("for replan and blocked: why; a question if the user can answer it"),
  settled: SETTLED,
})
export type StepResult = z.infer<typeof StepResult>

/** How a thing on the list stands. */
export const TodoStatus = z.enum(["pending", "in_progress", "completed", "cancelled"])
/** One thing on the run's own list. */
export const Todo = z.object({ id: z.string().min(1), content: z.string().min(1), status: TodoStatus })
export type Todo = z.infer<typeof Todo>

/** The control that a round of `rounds` ends with: what it brought, and whether all is done. */
export const Thought = z.object({
  internal_analysis: z.string().default("").catch("").meta(IF_ALONE),
  /** A blank one is filled in by the engine. */
  user_summary: z
    .string()
    .trim()
    .catch("")
    .describe("the whole answer for the user if the request is done, else a sentence on this round"),
  task_completed: z.boolean(),
  next_steps_preview: z.string().default("").catch("").meta(IF_ALONE),
  ...LAST_WORD,
})
export type Thought = z.infer<typeof Thought>

/** The control that sums a run up for its user. */
export const FinalSummary = z.object({
  final_summary: z.string().trim().min(1).describe("Markdown"),
  phases_completed: z.int().min(0).optional().catch(undefined).meta(IF_ALONE),
  total_tasks_executed: z.int().min(0).optional().catch(undefined).meta(IF_ALONE),
  total_rounds: z.int().min(0).optional().catch(undefined).meta(OFF_WIRE),
  highlights: z.array(z.string()).default([]).catch([]).meta(IF_ALONE),
  quality_assessment: z.string().trim().optional().catch(undefined).describe("one or two words").meta(IF_ALONE),
  ...LAST_WORD,
})
export type FinalSummary = z.infer<typeof FinalSummary>

/** What ends a run that the model leads. */
export const TaskDone = z.object({
  summary: z.string().trim().min(1).describe("the whole answer for the user, Markdown"),
  ...LAST_WORD,
  changes: Changes.optional().catch(undefined).describe("did the request want anything changed?"),
})
export type TaskDone = z.infer<typeof TaskDone>
