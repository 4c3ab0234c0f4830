import { z } from "zod"

const seconds = (n: number) => n * 1000

/** Every bound of a run with its default. Times are milliseconds of active time; `null` means not limited. */
export const Limits = z
  .object({
    max_iterations: z.number().int().min(1).default(30),
    max_model_calls: z.number().int().min(1).default(60),
    max_tasks_per_round: z.number().int().min(1).max(8).default(8),
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
    read_write_timeout_ms: z.number().positive().default(seconds(15)),
    network_timeout_ms: z.number().positive().default(seconds(30)),
    execute_timeout_ms: z.number().positive().default(seconds(120)),
    digest_tokens_per_task: z.number().int().positive().default(800),
    digest_tokens_per_round: z.number().int().positive().default(4000),
    /** Kept back for the summary: this many calls and tokens stay unspent until the end. */
    reserve_calls: z.number().int().min(0).default(1),
    reserve_tokens: z.number().int().min(0).default(4000),
  })
  .strict()
export type Limits = z.infer<typeof Limits>
export type LimitOptions = z.input<typeof Limits>
