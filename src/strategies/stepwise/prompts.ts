import type { PlanStep } from "../../protocol/control.ts"
import type { TaskOutcome } from "../../run/tasks/run-task.ts"

export const PLAN_RULES =
  "Plan the work as steps. Few steps, each with one result that can be told from outside; steps that don't depend on each other run side by side. " +
  "Read before editing, never invent a path, end with the check."

export function request(text: string): string {
  return `Request:\n${text}`
}

/** There is no analysis: the first plan reads the request itself. One message, since some endpoints want roles in turn. */
export function plan(text: string, most: number): string {
  return `${request(text)}\n\nDue: plan_steps with at most ${most} steps, complexity and task_type.`
}

export type StepStart = {
  readonly step: PlanStep
  /** What the steps that it stands on came to, in plan order. */
  readonly earlier: readonly { readonly id: number; readonly summary: string }[]
  /** What was left out of a plan that was too long. */
  readonly dropped: readonly string[]
  readonly rules: string
  readonly calls: number
}

export function startStep({ step, earlier, dropped, rules, calls }: StepStart): string {
  return [
    ...leftOut(dropped),
    ...(rules === "" ? [] : [rules]),
    ...earlier.map(({ id, summary }) => `Done in step ${id}: ${summary}`),
    `Now step ${step.id}: ${step.description}`,
    `Done when: ${step.done_when}`,
    `Expected tools: ${step.tools.join(", ")}. At most ${calls} tool calls.`,
    "Work on this step only. It ends with one of these, alone in a reply:",
    '{"control":"step_done","result":"what is done, and what shows it"}',
    '{"control":"replan","reason":"why the plan can\'t work"}',
    '{"control":"step_blocked","reason":"what is missing; a question, if the user can answer it"}',
  ].join("\n")
}

/** For steps and summary: nobody shall believe that it was all. */
export function leftOut(dropped: readonly string[]): string[] {
  return dropped.length === 0 ? [] : [`The plan was too long and was cut. Left out: ${dropped.join("; ")}`]
}

export type Progress = {
  readonly done: readonly { readonly id: number; readonly description: string; readonly summary: string }[]
  readonly reason: string
  readonly most: number
}

export function replan({ done, reason, most }: Progress): string {
  const ids = done.map(({ id }) => id).join(", ")
  return [
    ...done.map(({ id, description, summary }) => `Done, and stays: step ${id}, ${description}: ${summary}`),
    `The plan can't go on: ${reason}`,
    `Due: plan_steps for what is left, another way, with at most ${most} steps.`,
    ...(done.length === 0 ? [] : [`Steps may depend on ${ids}; their own ids must differ from these.`]),
  ].join("\n")
}

export const NOTED = "Noted."

export const NOT_DUE = {
  plan: 'Not now. If the plan can\'t work, reply with {"control":"replan","reason":"…"}.',
  summary: 'Not now. If this step is done, reply with {"control":"step_done","result":"…"}.',
}

export const HOW_TO_END = 'say how the step stands, as in {"control":"step_done","result":"…"}'

/** For a reply without a call and without a signal. */
export const DUE =
  'That ends nothing. Go on with a tool, or reply with {"control":"step_done","result":"…"}, or replan or step_blocked with a reason.'

export function lastWord(calls: number): string {
  return `All ${calls} tool calls of this step are used. Reply with step_done, replan or step_blocked, as JSON; nothing else counts.`
}

/** For a step that was called done in the very reply whose calls failed. */
export function tooEarly(failed: readonly TaskOutcome[]): string {
  return `Not taken as done: ${failed.map(({ tool, status }) => `${tool} (${status})`).join(", ")}. Look at the results first.`
}

export function answered(answer: string): string {
  return `The user answered:\n${answer}`
}
