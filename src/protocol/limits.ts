import { z } from "zod"

const seconds = (n: number) => n * 1000

/** Every bound of a run with its default. Times are milliseconds of active time; `null` means not limited. */
export const Limits = z
  .object({
    max_iterations: z.number().int().min(1).default(30),
    max_model_calls: z.number().int().min(1).default(60),
    max_tasks_per_round: z.number().int().min(1).max(8).default(8),
    /** Rounds of one phase; its estimate and two more count where that is less. */
    max_rounds: z.number().int().min(1).nullable().default(null),
    /** Of strategies that walk a plan of steps: its length, each step's calls, how often it may be made anew. */
    max_plan_steps: z.number().int().min(1).default(12),
    max_step_tool_calls: z.number().int().min(1).default(8),
    max_replans: z.number().int().min(0).default(2),
    max_time_ms: z.number().positive().default(seconds(3600)),
    max_prompt_tokens: z.number().positive().nullable().default(null),
    max_completion_tokens: z.number().positive().nullable().default(null),
    /** US dollars. */
    max_cost: z.number().positive().nullable().default(null),
    repairs_per_rung: z.number().int().min(0).default(2),
    calls_per_control: z.number().int().min(1).default(6),
    clarification_rounds: z.number().int().min(0).default(2),
    clarification_questions: z.number().int().min(1).default(5),
    attempts_per_task: z.number().int().min(1).default(2),
    parallel_tasks: z.number().int().min(1).default(8),
    parallel_phases: z.number().int().min(1).default(3),
    parallel_steps: z.number().int().min(1).default(4),
    /** A round of the strategy `rounds`; what still runs then is cut off. */
    round_timeout_ms: z.number().positive().default(seconds(60)),
    /** How often a model is reminded of an open list. */
    todo_nudges: z.number().int().min(0).default(1),
    read_write_timeout_ms: z.number().positive().default(seconds(15)),
    network_timeout_ms: z.number().positive().default(seconds(30)),
    execute_timeout_ms: z.number().positive().default(seconds(120)),
    /** A check that took longer than this runs only before something is called complete. */
    slow_check_ms: z.number().positive().default(seconds(30)),
    check_timeout_ms: z.number().positive().default(seconds(600)),
    /** No longer used, but taken: results are shown whole. Runs of earlier versions go on by what they were set to. */
    digest_tokens_per_task: z.number().int().positive().optional(),
    digest_tokens_per_round: z.number().int().positive().optional(),
    /** A conversation is compacted over so many tokens, or over this share of the model's window if that is less. */
    compact_at_tokens: z.number().int().positive().default(100_000),
    compact_share: z.number().positive().max(1).default(0.8),
    /** To which share of that it is brought. */
    compact_to: z.number().positive().max(1).default(0.8),
    /** The newest rounds, which stay whole. */
    keep_rounds: z.number().int().min(1).default(2),
    /** Kept back for the summary: this many calls and tokens stay unspent until the end. */
    reserve_calls: z.number().int().min(0).default(1),
    reserve_tokens: z.number().int().min(0).default(4000),
  })
  .strict()
export type Limits = z.infer<typeof Limits>
export type LimitOptions = z.input<typeof Limits>
