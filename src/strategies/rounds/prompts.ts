import { taskText } from "../../run/context/prompts.ts"
import { roundsText } from "../../run/extension/round-due.ts"
import type { Executed } from "../../run/tasks/execute.ts"
import type { CheckReport } from "../../run/verification/check-report.ts"
import { checksText } from "../../run/verification/prompts.ts"

/** A hint of the chart's; the hard limit is in the schema. */
const SIZE = "Usual size of a round: simple 3-5 tasks, medium 5-8, complex 6-8."

type FirstPlan = { readonly isAnalysed: boolean; readonly isLiteral: boolean }

export function firstPlan({ isAnalysed, isLiteral }: FirstPlan): string {
  const due = `Due: plan_tool_call for round 1${isAnalysed ? "" : ", with complexity, task_type and changes"}.`
  return isLiteral ? `${due} ${SIZE}` : due
}

export function planRound(round: number, notes: readonly string[]): string {
  return [...notes, `Due: plan_tool_call for round ${round}.`].join("\n")
}

/** What came of a batch; a task that failed has stopped it. */
export function results({ outcomes, checks, notes }: Executed): string {
  const tasks = outcomes.map(taskText)
  return [...tasks, checksText(checks), ...notes].filter(Boolean).join("\n")
}

/** `left`: see `roundsLeft`. */
export function think(left: number | undefined): string {
  return `Due: think.${roundsText(left)}`
}

/** What a thought may bring along. */
export const NEXT_PLAN = "If the request is not done, add plan_tool_call for the next round."

/** Asks for the answer of a run that has come to an end without one. */
export const CLOSE =
  "Due: think, with the whole answer for the user in user_summary. Name in `missing` what the request asks for and is not done."

/** Reports what was found before the end. */
export function settle(told: string): string {
  return `${told}\nDue: think. If you end here, user_summary must be the whole answer for the user.`
}

export const ALONG = "To work on the findings instead, send only plan_tool_call."

/** For a model that called the request fulfilled while checks fail. */
export function checksFail(report: CheckReport): string {
  return `The request is not done as long as a check of the project fails. Fix it.\n${checksText(report)}`
}

export const NOTHING = "No task has succeeded so far, so the request can't be done yet. Plan a different way."
