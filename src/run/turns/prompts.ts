import { MOST_CALLS } from "./most-calls.ts"

/** For whoever calls tools turn by turn; where there is a plan its control says it. */
export const HOW_TO_WORK =
  "Work with the tools: look before you change anything, never invent a path, make the smallest change, and check it. Calls in one reply are made before you see a result; what needs one comes in the next reply."

/** What is wanted, what the run is held to, and how it goes. */
export function underRules(request: string, rules: string): string {
  return [request, ...(rules === "" ? [] : [rules]), HOW_TO_WORK].join("\n\n")
}

/** `how`: what ends the work, in a few words. */
export function empty(how: string): string {
  return `Your last reply was empty. Call a tool, or ${how}.`
}

/** For a first reply that is all words. */
export function noCall(how: string): string {
  return `You have called no tool yet. If there is something to look at or to do, call the tools for it now; if that was the whole answer, ${how}.`
}

/** For turns that go round in circles. */
export function nothingNew(how: string): string {
  return `Your last turns brought nothing new. Do what is still missing in another way; if nothing is, ${how}.`
}

export const CUT_OFF =
  "Your last reply was cut off by the length limit, and nothing of it was used. Take a smaller step."

export function notRun(limit: number): string {
  return `Not run: all ${limit} tool calls of this step are used up. Say how it stands.`
}

/** For a call beyond those that one reply may make; the first of them is told why. */
export function beyond(kept: number, calls: number, isFirst: boolean): string {
  if (!isFirst) return "Not run."
  return `Not run: of the ${calls} calls in your reply the first ${kept} ran; ${MOST_CALLS} of one reply run at most. Ask again for what is still needed.`
}

export const HOW_TO_END = "call task_done with the answer for the user"

/** `facts`: the engine's own account of the end. */
export function sumUp(facts: string): string {
  return `What the engine recorded:\n${facts}\nThe work ends here. Due: task_done with what was found and done so far. Claim only what the results show; say what is missing.`
}

/** Asks for the last word; `told` is what speaks against the end. */
export function close(told: string): string {
  return told === "" ? SAY_HOW_IT_STANDS : `${told}\nDue: task_done.`
}

const SAY_HOW_IT_STANDS =
  "The work ends here. Due: task_done with the whole answer for the user; name in `missing` what the request asks for and is not done."

export const NOTED = "Noted."

export const NO_SUMMARY = "Refused: task_done needs a summary that is not empty."
