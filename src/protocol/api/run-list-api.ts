import { z } from "zod"
import { Comparison } from "../log/environment.ts"
import { RunState } from "../log/outcome.ts"
import { RunHeader } from "../log/run.ts"
import { RunOutcome } from "./run-result-schema.ts"
import { QueueStanding } from "./team-api.ts"

/* What the server says of many runs at once. */

/** How a run looks in a list: its header, and figures from its log. */
export const RunListItem = RunHeader.extend({
  outcome: RunOutcome,
  calls: z.number(),
  /** Prompt and completion together. */
  tokens: z.number(),
  /** Tokens of its model calls from the first to the last, in 24 sums at most. */
  pulse: z.array(z.number()),
  /** US dollars; `null` where the price is not known. */
  cost: z.number().nullable(),
  /** Active time: neither waiting nor downtime. */
  duration_ms: z.number(),
  /** `null` where no checks were run. */
  checks: z.object({ passed: z.number(), failed: z.number() }).nullable(),
  /** Whether it is done and all its checks passed. */
  verified: z.boolean(),
  /** How much of what it changed was taken back since. */
  undone: z.enum(["all", "part"]).nullable(),
  /** How many questions are open. */
  questions: z.number(),
  /** Whether some process carries it out right now. */
  live: z.boolean(),
  /** The comparison that it is one of. */
  comparison: Comparison.optional(),
  /** Its replies are prepared. */
  demo: z.literal(true).optional(),
  /** Where it stands while it waits for a worker. */
  queue: QueueStanding.optional(),
})
export type RunListItem = z.infer<typeof RunListItem>

/** In which order a list has them. */
export const RunOrder = z.enum(["newest", "oldest", "duration", "calls", "tokens", "cost", "folder"])
export type RunOrder = z.infer<typeof RunOrder>

/** Which runs a list is to have. */
export const RunListQuery = z.object({
  /** Part of the title, the id, the model, the folder, the summary, or the path of a file that it changed. */
  search: z.string().max(500).optional(),
  /** One state or several, with commas between them. */
  state: z
    .string()
    .transform((text) => text.toUpperCase().split(","))
    .pipe(z.array(RunState))
    .optional(),
  strategy: z.string().max(100).optional(),
  workspace: z.string().max(4000).optional(),
  model: z.string().max(200).optional(),
  /** Those of one comparison. */
  comparison: z.string().max(100).optional(),
  /** Of runs that are done: those whose checks passed, or the others. */
  verified: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
  /** Those that were archived, instead of all others. */
  archived: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .default(false),
  /** Started at this moment or later, in milliseconds since 1970. */
  since: z.coerce.number().int().min(0).optional(),
  /** What comes first: the newest, the oldest, what took or cost most, or one folder after the other. */
  sort: RunOrder.default("newest"),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  /** The id of the last run of the page before. */
  before: z.string().max(100).optional(),
})
export type RunListQuery = z.infer<typeof RunListQuery>

/** What there is to choose from, and how many runs are in which state, whatever the query asks for. */
const RunListOverview = z.object({
  /** Without those that were archived. */
  states: z.partialRecord(RunState, z.number()),
  archived: z.number(),
  workspaces: z.array(z.string()),
  models: z.array(z.string()),
})

/** One page of the list of runs, and how many of each kind there are. */
export const RunListPage = z.object({ runs: z.array(RunListItem), more: z.boolean(), overview: RunListOverview })
export type RunListPage = z.infer<typeof RunListPage>
