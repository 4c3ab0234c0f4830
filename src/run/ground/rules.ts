import type { Environment } from "../../protocol/environment.ts"

/** The rules of epochs that are opened now. */
export const RULESET = 10

/** Since when runs go on, show whole results and close by a gate; since when a sandbox stands for a question; since when one has to look. */
const [GOES_ON, TRUSTS_SANDBOX, DOUBTS_THE_BLIND] = [8, 9, 10] as const

/** What holds in an epoch, by the rules that it was opened with. An epoch from before keeps what it had, so that its log replays. */
export type Rules = {
  /** Results are shown whole, the engine's record proves what a judge leaves unproven, checks inform until the end decides. */
  readonly isCurrent: boolean
  /** Parts go on while they bring something new, and what is missing at the end is worked on. Not with `literal`. */
  readonly goesOn: boolean
  /** With `edits`, confined commands need nobody's leave, and commands that only read never do. */
  readonly trustsSandbox: boolean
  /** Who has looked at nothing is not believed that a file which the request names has to stay as it is. */
  readonly doubtsTheBlind: boolean
}

export function rulesOf({ ruleset = 0, settings }: Pick<Environment, "ruleset" | "settings">): Rules {
  const isCurrent = ruleset >= GOES_ON
  return {
    isCurrent,
    goesOn: isCurrent && settings.literal !== true,
    trustsSandbox: ruleset >= TRUSTS_SANDBOX,
    doubtsTheBlind: ruleset >= DOUBTS_THE_BLIND,
  }
}
