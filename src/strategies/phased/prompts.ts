import type { z } from "zod"
import type { Complexity, Phase, PhasePlan } from "../../protocol/control.ts"
import type { Executed } from "../../run/tasks/execute.ts"
import type { CheckReport } from "../../run/verification/check-report.ts"
import { checksText } from "../../run/verification/prompts.ts"
import { fence } from "../../text/fence.ts"

/** The raw request; it is read once and never enters the execution context. */
export function analyse(request: string, answers: readonly Clarified[]): string {
  return [
    "Request:",
    request,
    ...answers.flatMap(({ questions, answer }) => ["", "You asked:", ...questions, "The user answered:", answer]),
    "",
    "Due: request_analyser.",
  ].join("\n")
}

export type PhaseSizes = Readonly<Record<z.infer<typeof Complexity>, string>>

/** What may come along with the analysis: nothing has to be asked twice. */
export function openingDue({ simple, medium, complex }: PhaseSizes): string {
  return `Add ${OPENING} Usual size: simple ${simple}; medium ${medium}; complex ${complex}.`
}

/** The same where simple work has no phases. */
export function openingUnlessSimple({ medium, complex }: PhaseSizes): string {
  return `If it is not simple, add ${OPENING} Usual size: medium ${medium}; complex ${complex}.`
}

const OPENING = "phase_planner and plan_tool_call for its first phase."

export type Clarified = { readonly questions: readonly string[]; readonly answer: string }

export function planPhases(size: string): string {
  return `Due: phase_planner. Usual size: ${size}.`
}

export const FIRST_PLAN = "Add plan_tool_call for the first round of the first phase."

export function startPhase(
  phase: Phase,
  plan: PhasePlan,
  earlier: readonly { name: string; summary: string; isDone: boolean }[],
): string {
  return [
    ...earlier.map(({ name, summary, isDone }) => `${isDone ? "Done in" : "Not completed:"} ${name}: ${summary}`),
    `Phase ${position(phase, plan)} of ${plan.phases.length}: ${phase.name}. Goal: ${phase.goal}. At most ${phase.estimated_rounds + 2} rounds.`,
  ].join("\n")
}

/** A stage of closing works like a phase. */
export function startClosing(told: string): string {
  return `${told}\nAt most 3 rounds.`
}

/** Asks for the last word; `told` is what speaks against the end. */
export function close(told: string): string {
  const due =
    "Due: summarizer, the whole answer for the user. In `missing` name what the request asks for and is not done."
  return told === "" ? due : `${told}\n${due}`
}

export function planRound(round: number, notes: readonly string[]): string {
  return [...notes, `Due: plan_tool_call for round ${round}.`].join("\n")
}

export function results(outcomes: Executed["outcomes"]): string {
  return outcomes.map(({ id, tool, status, shown }) => `Task ${id} ${tool}: ${status}\n${fence(shown)}`).join("\n")
}

/** What a judge asked to see of earlier results. */
export function opened(excerpts: string): string {
  return `What you asked to see:\n${fence(excerpts)}\nNow rule; nothing more can be opened in this round.`
}

export type AfterJudge = {
  /** The phase that follows if this one is complete. */
  readonly next: Phase | undefined
  readonly isLast: boolean
  readonly rest: readonly Phase[]
  readonly roundsLeft: number
}

export function judge(roundsLeft: number): string {
  return `Due: judge_tasks. Rounds left in this phase: ${roundsLeft}.`
}

/** What a judge may bring along: the plan that follows from its ruling, or the summary. */
export function afterJudge({ next, isLast, rest, roundsLeft }: AfterJudge): string {
  const more = roundsLeft > 0 ? ["If the phase is not complete, add plan_tool_call for its next round."] : []
  const all = rest.length > 0 ? ["If nothing is left to do in any phase, add summarizer instead."] : []
  if (next) return [...more, `If it is, add plan_tool_call for phase ${next.name}: ${next.goal}.`, ...all].join(" ")
  return [...more, ...(isLast ? ["If it is, add summarizer."] : [])].join(" ")
}

/** For the plan after a judge that the checks overruled. */
export function checksFail(report: CheckReport): string {
  return `The phase is not complete while a check fails.\n${checksText(report)}`
}

/** For a judge that calls a phase complete though nothing of what it planned to do succeeded. */
export const UNPROVEN =
  "Of the writes and commands that this phase planned none succeeded, so nothing shows that it is complete. Due: judge_tasks once more: what is still to be done? If nothing, name in evidence the tasks that show it."

export const NOTES = {
  replan: "The judge asked to start over: plan another way.",
  unproven:
    "The phase was called complete without evidence. Name the ids of the tasks that prove it, or do what is missing.",
  exhausted: "The failed tasks were tried often enough: plan another way.",
}

function position(phase: Phase, plan: PhasePlan): number {
  return plan.phases.findIndex((candidate) => candidate.id === phase.id) + 1
}
