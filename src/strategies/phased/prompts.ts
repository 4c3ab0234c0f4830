import type { z } from "zod"
import type { Complexity, Phase, PhasePlan } from "../../protocol/log/control.ts"
import { taskText } from "../../run/context/prompts.ts"
import { roundsText } from "../../run/extension/round-due.ts"
import type { Executed } from "../../run/tasks/execute.ts"
import type { CheckReport } from "../../run/verification/check-report.ts"
import { checksText } from "../../run/verification/prompts.ts"
import { fence } from "../../text/fence.ts"

/** `first`: the first message of the run's contexts. */
export function analyse(first: string, answers: readonly Clarified[]): string {
  return [
    first,
    ...answers.flatMap(({ questions, answer }) => ["", "You asked:", ...questions, "The user answered:", answer]),
    "",
    "Due: request_analyser.",
  ].join("\n")
}

/** What the chart or the user says of the usual size of a plan; where nobody does, nothing is said: a number pushes upwards. */
export type PhaseSizes = Readonly<Partial<Record<z.infer<typeof Complexity>, string | undefined>>>

/** What may come along with the analysis: nothing has to be asked twice. */
export function openingDue(sizes: PhaseSizes): string {
  return `Add ${OPENING}${sizesText(sizes)}`
}

/** The same where simple work has no phases. */
export function openingUnlessSimple({ medium, complex }: PhaseSizes): string {
  return `If the request is not simple, add phase_planner; that round is then the first of its first phase.${sizesText({ medium, complex })}`
}

function sizesText(sizes: PhaseSizes): string {
  const said = Object.entries(sizes).flatMap(([complexity, size]) =>
    size === undefined ? [] : [`${complexity} ${size}`],
  )
  return said.length === 0 ? "" : ` Usual size: ${said.join("; ")}.`
}

const OPENING = "phase_planner and plan_tool_call for the first round of its first phase."

export type Clarified = { readonly questions: readonly string[]; readonly answer: string }

export function planPhases(size: string | undefined): string {
  return size === undefined ? "Due: phase_planner." : `Due: phase_planner. Usual size: ${size}.`
}

export const FIRST_PLAN = "Add plan_tool_call for the first round of the first phase."

export function startPhase(
  phase: Phase,
  plan: PhasePlan,
  earlier: readonly { name: string; summary: string; isDone: boolean }[],
): string {
  return [
    ...earlier.map(({ name, summary, isDone }) => `${isDone ? "Done" : "Not completed"}: ${name}: ${summary}`),
    `Phase ${position(phase, plan)} of ${plan.phases.length}: ${phase.name}. Goal: ${phase.goal}`,
  ].join("\n")
}

/** A stage of closing works like a phase. */
export function startClosing(told: string): string {
  return `${told}\nAt most 3 rounds.`
}

/** Asks for the answer of a run that has come to an end without one. */
export const CLOSE =
  "Due: summarizer, the whole answer for the user. Name in `missing` what the request asks for and is not done."

/** Asks what becomes of what was found before the end. */
export const ANSWER = "Due: summarizer. If you end here, it must be the whole answer for the user."

export const ALONG = "To work on the findings instead, send only plan_tool_call."

export function planRound(round: number, notes: readonly string[]): string {
  return [...notes, `Due: plan_tool_call for round ${round}.`].join("\n")
}

export function results(outcomes: Executed["outcomes"]): string {
  return outcomes.map(taskText).join("\n")
}

/** What a judge asked to see of earlier results. */
export function opened(excerpts: string): string {
  return `What you asked to see:\n${fence(excerpts)}\nDecide now; nothing more can be opened in this round.`
}

export type AfterJudge = {
  /** The phase that follows if this one is complete. */
  readonly next: Phase | undefined
  readonly isLast: boolean
  readonly rest: readonly Phase[]
  readonly roundsLeft: number
}

/** `left`: see `roundsLeft`. */
export function judge(left: number | undefined): string {
  return `Due: judge_tasks.${roundsText(left)}`
}

/** What a judge may bring along: the plan that follows from its ruling, or the summary. */
export function afterJudge({ next, isLast, rest, roundsLeft }: AfterJudge): string {
  const more = roundsLeft > 0 ? ["If the phase is not complete, add plan_tool_call for its next round."] : []
  const all = rest.length > 0 ? ["If nothing is left to do in any later phase either, add summarizer instead."] : []
  if (next) return [...more, `If it is, add plan_tool_call for phase ${next.name}: ${next.goal}.`, ...all].join(" ")
  return [...more, ...(isLast ? ["If it is, add summarizer."] : [])].join(" ")
}

/** For the plan after a judge that the checks overruled. */
export function checksFail(report: CheckReport): string {
  return `The phase is not complete as long as a check fails.\n${checksText(report)}`
}

/** For a judge that calls a phase complete though nothing of what it planned to do succeeded. */
export const UNPROVEN =
  "None of the writes and commands that this phase planned has succeeded, so nothing shows that it is complete. Due: judge_tasks again. What is still to be done? If nothing, name the tasks that show it in `evidence`."

export const NOTES = {
  replan: "You decided to start over: plan a different way.",
  unproven:
    "You called the phase complete without evidence. Name the numbers of the tasks that show it, or do what is missing.",
  exhausted: "The failed tasks have been tried often enough: plan a different way.",
}

function position(phase: Phase, plan: PhasePlan): number {
  return plan.phases.findIndex((candidate) => candidate.id === phase.id) + 1
}
