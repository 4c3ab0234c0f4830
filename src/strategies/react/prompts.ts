export const EMPTY = "Your last reply was empty. Call a tool, or call task_done with the answer for the user."

export const CUT_OFF =
  "Your last reply was cut off by the length limit, and nothing of it was used. Take a smaller step."

export const SUM_UP =
  "The work ends here. Call task_done now with what was found and done so far. Claim only what the results show; say what is missing."

export function noAnswer(isDone: boolean): string {
  return isDone ? "Noted." : "Refused: task_done needs a summary that is not empty."
}
