import { z } from "zod"
import { Changes, JudgeVerdict, Phase, PlannedTask, PlanStep, RequestAnalysis, Todo } from "./control.ts"
import { Note, StageKind, StageStatus, StageWords } from "./vocabulary.ts"

/** Planning and judging. */
export const PLANNING_EVENTS = [
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
    /** What a strategy says of a kind of its own. */
    words: StageWords.optional(),
    repeats: z.boolean().optional(),
  }),
  z.object({ type: z.literal("stage.ended"), stage: z.string(), status: StageStatus, summary: z.string() }),
  /** A part goes on beyond its estimate. */
  z.object({
    type: z.literal("stage.extended"),
    stage: z.string(),
    why: z.string(),
    /** The iterations that the run had left. */
    left: z.int(),
  }),
  /** A part begins in a conversation of its own: what it was handed of those that it stands on. */
  z.object({
    type: z.literal("handover.made"),
    stage: z.string(),
    /** The stages whose ends it was told. */
    from: z.array(z.string()),
    /** The results that it can open, by their ids. */
    results: z.array(z.string()),
    /** The files that it was given whole. */
    files: z.array(z.string()),
  }),
  /** A control that the model could not give: the run goes on without it and does not ask for it again. */
  z.object({ type: z.literal("control.missed"), control: z.string(), stage: z.string(), reason: z.string() }),
  z.object({
    type: z.literal("plan.made"),
    stage: z.string(),
    tasks: z.array(PlannedTask),
    reasoning: z.string(),
    /** What must be green at the end, where a first plan says so. */
    must_pass: z.array(z.string()).optional(),
  }),
  z.object({ type: z.literal("plan.rejected"), control: z.string(), issues: z.array(z.string()) }),
  z.object({
    type: z.literal("judge.ruled"),
    stage: z.string(),
    verdict: JudgeVerdict,
    corrections: z.array(z.string()),
  }),
  /** Which strategy `auto` took, and why. */
  z.object({ type: z.literal("strategy.chosen"), strategy: z.string(), reason: z.string() }),
  z.object({
    type: z.literal("steps.planned"),
    generation: z.int(),
    steps: z.array(PlanStep),
    must_pass: z.array(z.string()).optional(),
    /** Whether the request wants anything changed, where a first plan says so. */
    changes: Changes.optional(),
  }),
  /** A plan was longer than the limit; the rest was left out. */
  z.object({ type: z.literal("plan.cut"), stage: z.string(), kept: z.int(), dropped: z.array(z.string()) }),
  /** What is done stays; the rest is planned anew. */
  z.object({ type: z.literal("plan.replaced"), generation: z.int(), reason: z.string(), kept: z.array(z.int()) }),
  z.object({
    type: z.literal("thought.made"),
    stage: z.string(),
    user_summary: z.string(),
    task_completed: z.boolean(),
    next_steps_preview: z.string().default(""),
  }),
  /** What a strategy lays open on its way. The engine gives it no meaning; every surface shows it. */
  z.object({ type: z.literal("note.made"), stage: z.string(), ...Note.shape }),
  /** The whole list as it is now. */
  z.object({ type: z.literal("todo.changed"), todos: z.array(Todo), by: z.enum(["model", "engine"]) }),
] as const
