import type { Executed } from "../../run/tasks/execute.ts"
import type { CheckReport } from "../../run/verification/check-report.ts"
import { checksText } from "../../run/verification/prompts.ts"
import { fence } from "../../text/fence.ts"

/** Where there is no analysis the first plan reads the request itself. */
export function request(text: string): string {
  return `Request:\n${text}`
}

/** A hint; the hard limit is in the schema. */
const SIZE = "Usual size of a round: simple 3-5 tasks, medium 5-8, complex 6-8."

export function firstPlan(isAnalysed: boolean): string {
  return `Due: plan_tool_call for round 1${isAnalysed ? "" : ", with complexity, task_type and changes"}. ${SIZE}`
}

export function planRound(round: number, most: number, notes: readonly string[]): string {
  return [...notes, `Due: plan_tool_call for round ${round} of at most ${most}.`].join("\n")
}

/** What came of a batch; a task that failed has stopped it. */
export function results({ outcomes, checks, notes }: Executed): string {
  const tasks = outcomes.map(({ id, tool, status, shown }) => `Task ${id} ${tool}: ${status}\n${fence(shown)}`)
  return [...tasks, checksText(checks), ...notes].filter(Boolean).join("\n")
}

/** Whoever calls it done is not asked again: that summary is what the user reads. */
export function think(roundsLeft: number): string {
  return `Due: think. Rounds left: ${roundsLeft}. If all is done, user_summary is the whole answer.`
}

/** What a thought may bring along. */
export const NEXT_PLAN = "If the request is not fulfilled, add plan_tool_call for the next round."

/** Asks for the last word; `told` is what speaks against the end. */
export function close(told: string): string {
  const due =
    "Due: think, with the whole answer for the user in user_summary. In `missing` name what the request asks for and is not done."
  return told === "" ? due : `${told}\n${due}`
}

/** For a model that called the request fulfilled while checks fail. */
export function checksFail(report: CheckReport): string {
  return `The request is not fulfilled while a check of the project fails. Mend it.\n${checksText(report)}`
}

export const NOTHING = "Nothing has succeeded so far, so nothing can be fulfilled. Plan another way."
