import type { PlanStep } from "../../protocol/log/control.ts"
import type { TaskOutcome } from "../../run/tasks/run-task.ts"
import type { StepEnd } from "./plan-graph.ts"

export const PLAN_RULES =
  "Plan the work as a few steps, each with one result that can be checked; one step is fine. You then work on each step with the tools until it is done, and are told the results of the steps it depends on. " +
  "Steps that don't depend on each other can run in parallel. Read before you edit, never invent a path, and end with a check."

/** There is no analysis: the first plan reads the request itself. One message, since some endpoints want roles in turn. */
export function plan(first: string, most: number): string {
  return `${first}\n\nDue: plan_steps with at most ${most} steps, complexity, task_type and changes.`
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
    "Work on this step only. End it with one of these objects, alone in a reply:",
    '{"control":"step_done","result":"what was done, and which result shows it"}',
    '{"control":"replan","reason":"why the plan can\'t work"}',
    '{"control":"step_blocked","reason":"what is missing; a question, if the user can answer it"}',
  ].join("\n")
}

/** What a step stands on that goes on while it brings something new. */
export type StepGround = Omit<StepStart, "calls" | "earlier" | "step"> & {
  /** What those that it stands on came to, as far as its conversation does not show it. */
  readonly earlier: readonly { readonly id: number; readonly end: StepEnd }[]
  /** Results of theirs that it can open. */
  readonly results: string
  /** Whether the step before was worked on in this very conversation. */
  readonly isNext: boolean
}

export function beforeStep({ earlier, dropped, rules, results, isNext }: StepGround): string {
  return [
    ...(isNext ? [] : [...leftOut(dropped), ...(rules === "" ? [] : [rules])]),
    ...earlier.map(cameTo),
    ...(results === "" ? [] : [results]),
  ].join("\n")
}

export function beginStep({ step, isNext }: Pick<StepStart, "step"> & Pick<StepGround, "isNext">): string {
  return [
    `Now step ${step.id}: ${step.description}`,
    `Done when: ${step.done_when}`,
    `Expected tools: ${step.tools.join(", ")}.`,
    ...(isNext ? ["Work on this step only, and end it with step_result again."] : HOW_A_STEP_ENDS),
  ].join("\n")
}

/** A step that ended undone is no reason not to begin. */
function cameTo({ id, end: { status, summary } }: StepGround["earlier"][number]): string {
  if (status === "done") return `Done in step ${id}: ${summary}`
  return `Step ${id} is not done: ${summary}. Start anyway, and do the part of it that you need.`
}

const HOW_A_STEP_ENDS = [
  "Work on this step only. To end it, call step_result: done with the result, or replan or blocked with the reason.",
  'If you can\'t call it, reply with only {"control":"step_done","result":"…"}, or with replan or step_blocked and a reason.',
]

export const RESULT_RULES =
  "Report the status of the current step: done when a result shows it, continue if there is more to do, replan if the plan can't work, blocked if you need something that you can't get."

export function badResult(issues: readonly string[]): string {
  return `That could not be read: ${issues.join("; ")}.`
}

export const RESULT_ENDS = "call step_result with the status of the step"

/** In words, when the estimate of a step is used up. */
export const RESULT_DUE =
  "This step has taken as many calls as planned. Call step_result now: done if it is done, or continue with what is left to do."

export const RESULT_ASKED = "Due: step_result for the current step."

/** For a reply without a call and without a word on the step. */
export const RESULT_LACKS = "That did not end the step. Continue with a tool, or call step_result."

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
    ...done.map(({ id, description, summary }) => `Already done: step ${id}, ${description}: ${summary}`),
    `The plan can't continue: ${reason}`,
    `Due: plan_steps for the rest of the work, in a different way, with at most ${most} steps.`,
    ...(done.length === 0 ? [] : [`Steps may depend on ${ids}; give them ids other than these.`]),
  ].join("\n")
}

/** For what was left out of a plan that was too long. */
export function planRest({ done, dropped, most }: Omit<Progress, "reason"> & { dropped: readonly string[] }): string {
  const ids = done.map(({ id }) => id).join(", ")
  return [
    ...done.map(({ id, description, summary }) => `Step ${id}, ${description}: ${summary}`),
    `Left out of the plan because it was too long: ${dropped.join("; ")}`,
    `Due: plan_steps for what was left out, with at most ${most} steps. Steps may depend on ${ids}; give them ids other than these.`,
  ].join("\n")
}

/** One more step, for what the closing gate found. */
export function closingStep(told: string): string {
  return `${told}\nTo end, call step_result with \`settled\`: done with the result, or blocked with the reason.`
}

/** Asks for the answer; `dropped` is what no plan had room for. */
export function close(dropped: readonly string[]): string {
  const due =
    "Due: summarizer, the whole answer for the user. Claim only what the results show. Name in `missing` what the request asks for and is not done."
  return [...leftOut(dropped), due].join("\n")
}

/** How the steps ended, for a conversation that did not see them. */
export function stepEnds(ends: readonly { id: number; description: string; end: StepEnd }[]): string {
  return ends
    .map(({ id, description, end: { status, summary } }) => `Step ${id}, ${description} (${status}): ${summary}`)
    .join("\n")
}

export const NOTED = "Noted."
export const GO_ON = "Noted. Continue."

export const NOT_DUE = {
  plan: 'Not now: a step is open. If the plan can\'t work, reply with {"control":"replan","reason":"…"}.',
  summary: 'Not now: a step is open. If it is done, reply with {"control":"step_done","result":"…"}.',
}

export const HOW_TO_END = 'report the status of the step, as in {"control":"step_done","result":"…"}'

/** For a reply without a call and without a signal. */
export const DUE =
  'That did not end the step. Continue with a tool, or reply with {"control":"step_done","result":"…"}, or replan or step_blocked with a reason.'

export function lastWord(calls: number): string {
  return `All ${calls} tool calls of this step are used up. Reply with step_done, replan or step_blocked as JSON, and nothing else.`
}

/** For a step that was called done in the very reply whose calls failed. */
export function tooEarly(failed: readonly TaskOutcome[]): string {
  return `The step is not done: calls in the same reply did not succeed: ${failed.map(({ tool, status }) => `${tool} (${status})`).join(", ")}. Read the results first.`
}

export function answered(answer: string): string {
  return `The user answered:\n${answer}`
}
