import { z } from "zod"
import { GUARD_EVENTS } from "./guard-events.ts"
import { PLANNING_EVENTS } from "./planning-events.ts"
import { QUESTION_EVENTS, RUN_EVENTS } from "./run-events.ts"
import { WORK_EVENTS } from "./work-events.ts"

export * from "./vocabulary.ts"

/**
 * The facts of a run. Persisted once per key, numbered without gaps, never changed.
 * A new field must be optional or have a default; any other change raises `EVENT_VERSION` of the journal.
 */
export const DurableEvent = z.discriminatedUnion("type", [
  ...RUN_EVENTS,
  ...QUESTION_EVENTS,
  ...PLANNING_EVENTS,
  ...WORK_EVENTS,
  ...GUARD_EVENTS,
])
export type DurableEvent = z.infer<typeof DurableEvent>

/** Progress worth showing but not worth keeping: never persisted, may be dropped. */
export const LiveEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("model.delta"), key: z.string(), text: z.string() }),
  /** How far the call under way has come: what of the prompt is read, where the endpoint tells; what of the reply has come, by estimate. */
  z.object({
    type: z.literal("model.progress"),
    key: z.string(),
    tokens: z.number(),
    per_second: z.number(),
    prompt: z.object({ read: z.number(), of: z.number() }).optional(),
  }),
  z.object({ type: z.literal("model.retried"), key: z.string(), reason: z.string(), wait_ms: z.number() }),
  /**
   * `check`: the name of the project's check whose output it is, `on_base` if it runs without the run's changes, `again` if it failed and runs
   * once more to confirm that, `usual_ms` if it is known to be slow; nothing said: a task's.
   */
  z.object({
    type: z.literal("tool.progress"),
    key: z.string(),
    check: z.string().optional(),
    on_base: z.literal(true).optional(),
    again: z.literal(true).optional(),
    usual_ms: z.number().optional(),
    text: z.string(),
    /** Not what came now, but the end of all that came so far: for who begins to look in the middle. */
    so_far: z.literal(true).optional(),
    /** The same of a check: for how long it runs already. */
    for_ms: z.number().optional(),
  }),
  /**
   * What holds the run up beside model, tools and checks, until it is `over`; `folder`: another part of the run writes in it. `done` of `of`: how
   * far it is, where that can be said.
   */
  z.object({
    type: z.literal("engine.busy"),
    with: z.enum(["store", "checkpoint", "folder"]),
    done: z.number().optional(),
    of: z.number().optional(),
    over: z.literal(true).optional(),
  }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

/** A fact as the log has it: `seq` orders it, `key` names it for ever. */
export type LoggedEvent = {
  readonly seq: number
  readonly key: string
  readonly at: number
  readonly event: DurableEvent
}
