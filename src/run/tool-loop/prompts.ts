import { MOST_CALLS } from "./most-calls.ts"

/** For whoever calls tools turn by turn; where there is a plan its control says it. */
export const HOW_TO_WORK =
  "Work with the tools: read before you change anything, never invent a path, make the smallest change that does the job, and check it. You see the results of your calls only after the whole reply has run, so make a call that needs a result in the next reply."

/** What is wanted, what the run is held to, and how it goes. */
export function underRules(first: string, rules: string): string {
  return [first, ...(rules === "" ? [] : [rules]), HOW_TO_WORK].join("\n\n")
}

/** `how`: what ends the work, in a few words. */
export function empty(how: string): string {
  return `Your last reply was empty. Call a tool, or ${how}.`
}

/** For a first reply that is all words. */
export function noCall(how: string): string {
  return `You have not called a tool yet. If there is something to read or to do, call the tools now. If that was the whole answer, ${how}.`
}

/** For turns that go round in circles. */
export function nothingNew(how: string): string {
  return `Your last turns brought nothing new. If something is still missing, do it in a different way; if nothing is, ${how}.`
}

export const CUT_OFF = "Your last reply was cut off at the length limit, and none of it was used. Take a smaller step."

export function notRun(limit: number): string {
  return `Not run: all ${limit} tool calls of this step are used up. Report its status.`
}

/** For a call beyond those that one reply may make; the first of them is told why. */
export function beyond(kept: number, calls: number, isFirst: boolean): string {
  if (!isFirst) return "Not run."
  return `Not run: your reply had ${calls} calls and only the first ${kept} ran; at most ${MOST_CALLS} run per reply. Repeat the calls that you still need.`
}

export const HOW_TO_END = "call task_done with the answer for the user"

/** `facts`: the engine's own account of the end. */
export function sumUp(facts: string): string {
  return `What Keelson recorded:\n${facts}\nThe work ends here. Due: task_done with what was found and done so far. Claim only what the results show, and say what is missing.`
}

/** Asks for the answer of a run that has come to an end without one. */
export const SAY_HOW_IT_STANDS =
  "The work ends here. Due: task_done with the whole answer for the user. Name in `missing` what the request asks for and is not done."

/** Read only where the run goes on: an end that stands is not answered. */
export const NOTED = "Not ended yet: Keelson checks the result first. What it found follows."

export const NO_SUMMARY = "Refused: task_done needs a summary that is not empty."
