import type { Words } from "../option.ts"

/** How a number is written on the command line and in forms. */
export type LimitUnit = "count" | "dollars" | "time"

/** Everything that is declared of one limit. */
export type Limit<Value extends number | null = number | null> = {
  readonly default: Value
  readonly isWhole: boolean
  /** The least that can be said; more than 0 where nothing is said. */
  readonly from?: number
  readonly to?: number
  /** Whether `null`, not limited, can be said. */
  readonly isOpen: boolean
  readonly unit: LimitUnit
  /** Markdown, for a cell of a table. */
  readonly meaning: string
  /** A flag of its own beside `limit <name=value>`, as help shows it. */
  readonly flag?: { readonly name: string; readonly help: string }
  /** What the console calls it. */
  readonly words?: Words
  /** Whether the form for a new run asks for it. */
  readonly inForm?: boolean
}

type More = Partial<Limit>

/** How many of something. */
const count = (number: number, meaning: string, more: More = {}): Limit<number> => ({
  ...{ from: 1, isWhole: true, isOpen: false, unit: "count", meaning },
  ...more,
  default: number,
})

/** A time in milliseconds. */
const time = (milliseconds: number, meaning: string, more: More = {}): Limit<number> => ({
  ...{ isWhole: false, isOpen: false, unit: "time", meaning },
  ...more,
  default: milliseconds,
})

const share = (part: number, meaning: string): Limit<number> => ({
  ...{ default: part, isWhole: false, to: 1, isOpen: false, unit: "count", meaning },
})

/** Not limited unless told otherwise. */
const open = (meaning: string, more: More = {}): Limit<number | null> => ({
  ...{ isWhole: false, isOpen: true, unit: "count", meaning },
  ...more,
  default: null,
})

/** Every bound of a run. A limit is declared here and nowhere else. */
export const LIMITS = {
  max_iterations: count(120, "rounds, steps or turns, in all", {
    flag: { name: "max-iterations <n>", help: "most iterations" },
    words: ["iterations", "迭代"],
    inForm: true,
  }),
  max_model_calls: count(150, "calls of models", {
    flag: { name: "max-model-calls <n>", help: "most model calls" },
    words: ["model calls", "模型调用"],
    inForm: true,
  }),
  max_tasks_per_round: count(16, "tasks that one plan may have; 8 with `literal`", { to: 16 }),
  max_rounds: open("rounds of one phase; its estimate and two more count where that is less", {
    isWhole: true,
    from: 1,
  }),
  max_plan_steps: count(12, "steps of a plan, for strategies that walk one"),
  max_step_tool_calls: count(8, "calls of tools in one such step, with `literal`"),
  max_replans: count(2, "how often such a plan may be made anew", { from: 0 }),
  max_time_ms: time(
    3_600_000,
    "active time: neither waiting nor downtime; a fifth of it, at most 15 s, is the summary's",
    {
      flag: { name: "max-time <time>", help: "most active time: 90s, 15m, 1h" },
      words: ["minutes of active time", "活动时间（分钟）"],
      inForm: true,
    },
  ),
  max_prompt_tokens: open("tokens sent to models", {
    flag: { name: "max-tokens <n>", help: "most prompt tokens" },
    words: ["tokens in", "输入 token"],
  }),
  max_completion_tokens: open("tokens written by models", { words: ["tokens out", "输出 token"] }),
  max_cost: open("US dollars; the model's [price](models.md#prices) must be known", {
    unit: "dollars",
    flag: { name: "max-cost <dollars>", help: "most US dollars; the model's price must be known" },
    words: ["US dollars", "美元"],
    inForm: true,
  }),
  repairs_per_rung: count(2, "how often a bad answer is sent back before it is asked for in another way", { from: 0 }),
  calls_per_control: count(6, "calls for one answer in a fixed shape"),
  clarification_rounds: count(2, "how often a run may put questions to its user", { from: 0 }),
  clarification_questions: count(5, "questions at a time"),
  attempts_per_task: count(2, "tries of one task, for strategies that count them"),
  parallel_tasks: count(8, "tasks at a time"),
  parallel_phases: count(3, "phases at a time"),
  parallel_steps: count(4, "steps at a time"),
  round_timeout_ms: time(60_000, "a round of the strategy `rounds` with `literal`; what still runs then is cut off"),
  todo_nudges: count(1, "how often a model is reminded of an open list", { from: 0 }),
  read_write_timeout_ms: time(15_000, "a tool that reads or writes"),
  network_timeout_ms: time(30_000, "a tool that uses the network"),
  execute_timeout_ms: time(120_000, "a command that does not set `timeout_s`"),
  slow_check_ms: time(30_000, "a check that took longer runs only before something is called complete"),
  check_timeout_ms: time(600_000, "a check"),
  checkpoint_wait_ms: time(
    60_000,
    "a [checkpoint](undo.md) of a large folder; what it would have covered has no undo then, unless a scope confines the run",
  ),
  compact_at_tokens: count(100_000, "a conversation is compacted over so many tokens"),
  compact_share: share(0.8, "or over this share of the model's window, if that is less"),
  compact_to: share(0.8, "to which share of that it is brought"),
  keep_rounds: count(2, "the newest rounds, which stay whole"),
  reserve_calls: count(1, "calls that are kept back for the summary", { from: 0 }),
  reserve_tokens: count(4000, "tokens that are kept back for it", { from: 0 }),
} satisfies Readonly<Record<string, Limit>>

export type LimitName = keyof typeof LIMITS

/** Limits that fit, in the order in which they are shown. */
export function limitsWith(fits: (limit: Limit) => unknown): [LimitName, Limit][] {
  return (Object.entries(LIMITS) as [LimitName, Limit][]).filter(([, limit]) => fits(limit))
}
