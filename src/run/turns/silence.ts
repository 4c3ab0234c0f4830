import { REPLY } from "../../protocol/key.ts"
import { say } from "../../text/words.ts"
import type { Conclusion } from "../conclusion.ts"
import type { RunContext } from "../run-context.ts"
import type { TurnEnd } from "./turn.ts"

/** So many replies in a row without a call or a text end the work: the model has nothing to say. */
export const MAX_EMPTY_REPLIES = 3

/** How many replies in a row said nothing, with this turn's; those of an earlier epoch count no more. */
export function silenceAfter(run: RunContext, turn: number, { kind }: TurnEnd, before: number): number {
  return kind !== "empty" || run.at(`turn-${turn}`).log.isOfEarlierEpoch(REPLY) ? 0 : before + 1
}

export function silent({ environment }: RunContext, replies: number): Conclusion {
  return { kind: "failed", reason: say(environment.language, "model.silent", replies) }
}
