import type { PlanStep } from "../../protocol/control.ts"
import type { TaskOutcome } from "../../run/tasks/run-task.ts"
import type { StepEnd } from "./plan-graph.ts"

export const PLAN_RULES =
  "Plan the work as few steps, each with one result that can be told from outside. A step is worked on with the tools until it is done; it knows what came of those it depends on. " +
  "Steps that don't depend on each other run side by side. Read before you edit, never invent a path, end with the check."

export function request(text: string): string {
  return `Request:\n${text}`
}

/** There is no analysis: the first plan reads the request itself. One message, since some endpoints want roles in turn. */
export function plan(text: string, most: number): string {
  return `${request(text)}\n\nDue: plan_steps with at most ${most} steps, complexity, task_type and changes.`
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

/** What a step begins with that goes on while it brings something new. */
export type StepGoal = Omit<StepStart, "calls" | "earlier"> & {
  /** What those that it stands on came to, as far as its conversation does not show it. */
  readonly earlier: readonly { readonly id: number; readonly end: StepEnd }[]
  /** Results of theirs that it can open. */
  readonly results: string
  /** Whether the step before was worked on in this very conversation. */
  readonly isNext: boolean
}

export function beginStep({ step, earlier, dropped, rules, results, isNext }: StepGoal): string {
  return [
    ...(isNext ? [] : [...leftOut(dropped), ...(rules === "" ? [] : [rules])]),
    ...earlier.map(cameTo),
    ...(results === "" ? [] : [results]),
    `Now step ${step.id}: ${step.description}`,
    `Done when: ${step.done_when}`,
    `Expected tools: ${step.tools.join(", ")}.`,
    ...(isNext ? ["Work on this step only, and end it in the same way."] : HOW_A_STEP_ENDS),
  ].join("\n")
}

/** A step that ended undone is no reason not to begin. */
function cameTo({ id, end: { status, summary } }: StepGoal["earlier"][number]): string {
  if (status === "done") return `Done in step ${id}: ${summary}`
  return `Step ${id} is not done: ${summary}. Begin all the same; do what you need of it yourself.`
}

const HOW_A_STEP_ENDS = [
  "Work on this step only. It ends when you call step_result: done with the result, or replan or blocked with the reason.",
  'Where you can\'t call it, reply with {"control":"step_done","result":"…"} alone; replan and step_blocked have a reason.',
]

export const RESULT_RULES =
  "Say how the step in hand stands: done when a result shows it, continue if there is more to do, replan if the plan can't work, blocked if something is missing that you can't get."

export function badResult(issues: readonly string[]): string {
  return `Not understood: ${issues.join("; ")}.`
}

export const RESULT_ENDS = "call step_result to say how the step stands"

/** In words, when the estimate of a step is used up. */
export const RESULT_DUE =
  "This step has taken as long as it was expected to. Call step_result now: done, if it is; continue, if there is more to do, and say what."

export const RESULT_ASKED = "Due: step_result for the step in hand."

/** For a reply without a call and without a word on the step. */
export const RESULT_LACKS = "That ends nothing. Go on with a tool, or call step_result."

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

/** For what was left out of a plan that was too long. */
export function planRest({ done, dropped, most }: Omit<Progress, "reason"> & { dropped: readonly string[] }): string {
  const ids = done.map(({ id }) => id).join(", ")
  return [
    ...done.map(({ id, description, summary }) => `Step ${id}, ${description}: ${summary}`),
    `Left out of the plan because it was too long: ${dropped.join("; ")}`,
    `Due: plan_steps for what is left of it, with at most ${most} steps. Steps may depend on ${ids}; their own ids must differ from these.`,
  ].join("\n")
}

/** One more step, for what the closing gate found. */
export function closingStep(told: string): string {
  return `${told}\nIt ends when you call step_result: done with the result, or blocked with the reason.`
}

/** Asks for the last word; `told` is what speaks against the end, `dropped` what no plan had room for. */
export function close(told: string, dropped: readonly string[]): string {
  const due =
    "Due: summarizer, the whole answer for the user. Claim only what the results show. In `missing` name what the request asks for and is not done."
  return [...leftOut(dropped), ...(told === "" ? [] : [told]), due].join("\n")
}

/** How the steps ended, for a conversation that did not see them. */
export function stepEnds(ends: readonly { id: number; description: string; end: StepEnd }[]): string {
  return ends
    .map(({ id, description, end: { status, summary } }) => `Step ${id}, ${description} (${status}): ${summary}`)
    .join("\n")
}

export const NOTED = "Noted."
export const GO_ON = "Noted. Go on."

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
