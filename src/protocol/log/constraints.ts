import { z } from "zod"
import { RUN_OPTIONS } from "../../options/run-options.ts"

/** What happens when a run asks to use a tool that its constraints forbid. */
export const ExceptionPolicy = z.enum(RUN_OPTIONS.exceptions.shape.values)
export type ExceptionPolicy = z.infer<typeof ExceptionPolicy>

const toolNames = z.array(z.string().min(1)).default([])

/** What the user adds to the built-in rule of a task type. A name that the run has no tool for does nothing. */
export const RuleAddition = z.strictObject({
  /** Tools that the built-in rule forbids or puts last, and that may be used all the same. */
  allow: toolNames,
  forbid: toolNames,
  /** Tools that only the last stage may use. */
  late: toolNames,
})
export type RuleAddition = z.infer<typeof RuleAddition>

/** The user's rules, on top of the built-in ones. `all` holds for every task type. */
export const ConstraintOptions = z.strictObject({
  /** `false`: the rules of the task types don't bind; a write scope still does. */
  enforce: z.boolean().default(true),
  all: RuleAddition.optional(),
  coding: RuleAddition.optional(),
  research: RuleAddition.optional(),
  creation: RuleAddition.optional(),
  data_processing: RuleAddition.optional(),
  general: RuleAddition.optional(),
})
export type ConstraintOptions = z.infer<typeof ConstraintOptions>
