import { z } from "zod"
import { madeOnce } from "../protocol/zod/made-once.ts"

/** One run to be made: a job by a model with a strategy, the nth time. */
export type EvalCell = {
  readonly job: string
  readonly model: string
  readonly strategy: string
  readonly repeat: number
}

/** What a hidden check, a named test or the expected answer came to. */
const checkVerdict = () =>
  z.object({
    name: z.string(),
    passed: z.boolean(),
    /** The line that says why not. */
    why: z.string(),
  })
export type CheckVerdict = z.infer<ReturnType<typeof checkVerdict>>

/** What came of a cell. */
export const cellResult = madeOnce(() =>
  z.object({
    job: z.string(),
    model: z.string(),
    strategy: z.string(),
    repeat: z.number(),
    /** Of all that could change it. */
    key: z.string(),
    run_id: z.string(),
    outcome: z.string(),
    reason: z.string(),
    /** The hidden checks pass, whatever the run says. */
    passed: z.boolean(),
    /** It says that it is done, and the hidden checks agree. */
    done: z.boolean(),
    /** What it claims stands: it does not say that it is done where they fail. */
    truthful: z.boolean(),
    /** By its own checks. */
    verified: z.boolean(),
    checks: z.array(checkVerdict()),
    calls: z.number(),
    prompt_tokens: z.number(),
    completion_tokens: z.number(),
    cached_tokens: z.number(),
    cost: z.number().nullable(),
    time_ms: z.number(),
    rounds: z.number(),
    tasks: z.number(),
    files: z.number(),
    answer: z.string(),
    /** What it changed, as a unified diff. */
    patch: z.string(),
  }),
)
export type CellResult = z.infer<ReturnType<typeof cellResult>>

/** A cell without a result: it broke, or there was no money or time left for it. */
export const cellLeft = madeOnce(() =>
  z.object({
    job: z.string(),
    model: z.string(),
    strategy: z.string(),
    repeat: z.number(),
    why: z.string(),
    /** `broken`: something other than the run failed; `limit`: it may go on with more; `stopped`: by who started it. */
    kind: z.enum(["broken", "limit", "stopped"]),
  }),
)
export type CellLeft = z.infer<ReturnType<typeof cellLeft>>

/** Whether a job can be trusted to tell done from not done. */
export const jobControl = madeOnce(() =>
  z.object({
    job: z.string(),
    counts: z.boolean(),
    /** What came of doing nothing, and of the job's own solution; `null`: not tried. */
    nothing: z.enum(["passed", "failed"]).nullable(),
    solution: z.enum(["passed", "failed"]).nullable(),
    /** Why it does not count; empty where it does. */
    why: z.string(),
  }),
)
export type JobControl = z.infer<ReturnType<typeof jobControl>>

/** Words for a cell in messages. */
export function cellName({ job, model, strategy, repeat }: EvalCell): string {
  return `${job} · ${model} · ${strategy} · ${repeat}`
}
