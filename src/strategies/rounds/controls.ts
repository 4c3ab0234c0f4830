import { z } from "zod"
import { Changes, Complexity, MustPass, TaskType, Thought } from "../../protocol/log/control.ts"
import type { Control } from "../../run/controls/control.ts"
import { envelopePanel, GIVE_PARTS, type Panel, separatePanel } from "../../run/controls/panel.ts"
import { type Plan, planControl } from "../../run/plans/plan.ts"
import type { AnyTool } from "../../tools/tool.ts"

/** What the first plan may say of the request; there is no analysis of its own. */
export const READING = {
  complexity: Complexity.optional().describe("of the request; first plan only"),
  task_type: TaskType.optional().describe("of the request; first plan only"),
  changes: Changes.optional().catch(undefined).describe("does the request want anything changed? First plan only"),
  write_scope: z
    .array(z.string())
    .optional()
    .describe("globs of the files that may change, if the request limits them; first plan only"),
  must_pass: MustPass,
}

export type ThinkReading = {
  readonly complexity?: z.infer<typeof Complexity> | undefined
  readonly task_type?: z.infer<typeof TaskType> | undefined
  readonly changes?: Changes | undefined
  readonly write_scope?: readonly string[] | undefined
  readonly must_pass?: readonly string[] | undefined
}

export type RoundPlan = Plan & ThinkReading

export const think: Control<Thought> = {
  name: "think",
  version: 1,
  description:
    "Is the request done? Go by the results, the checks, and what the request still lacks; not by effort, nor by what nobody asked for.",
  input: Thought,
}

/** What a plan for more says by itself. */
export const NOT_DONE: Thought = Thought.parse({ user_summary: "", task_completed: false })

export type RoundsControls = {
  readonly plan: Control<RoundPlan>
  readonly panel: Panel
  readonly fuse: boolean
  /** The plan is told that a task that fails ends the round. */
  readonly stopsAtFailure?: boolean
}

/** The two controls of a round; fused, one call may bring a thought and the next plan. */
export function controlsFor(tools: readonly AnyTool[], maxTasks: number, fuse: boolean): RoundsControls {
  const plan: Control<RoundPlan> = planControl(tools, maxTasks, { more: READING, stopsAtFailure: true })
  const panel = fuse ? envelopePanel("advance", GIVE_PARTS, [plan, think]) : separatePanel([plan, think])
  return { plan, panel, fuse, stopsAtFailure: true }
}
