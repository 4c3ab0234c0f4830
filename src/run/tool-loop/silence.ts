import { REPLY } from "../../protocol/log/key.ts"
import { say } from "../../text/words/words.ts"
import type { Conclusion } from "../conclusion.ts"
import type { RunContext } from "../run-context.ts"
import type { TurnEnd } from "./turn.ts"

/** So many replies in a row without a call or a whole text end the work: the model has nothing to say. */
export const MAX_EMPTY_REPLIES = 3

/** Replies in a row that said nothing, and how many of them only because they never came to an end. */
export type Silence = { readonly replies: number; readonly cutOff: number }

export const NO_SILENCE: Silence = { replies: 0, cutOff: 0 }

/** What it has come to with this turn; those of an earlier epoch count no more. */
export function silenceAfter(run: RunContext, turn: number, end: TurnEnd, { replies, cutOff }: Silence): Silence {
  if (end.kind !== "empty" || run.at(`turn-${turn}`).log.isOfEarlierEpoch(REPLY)) return NO_SILENCE
  return { replies: replies + 1, cutOff: cutOff + (end.isCutOff ? 1 : 0) }
}

export function silent({ environment }: RunContext, { replies, cutOff }: Silence): Conclusion {
  const why = cutOff === replies ? "model.cut_off" : "model.silent"
  return { kind: "failed", reason: say(environment.language, why, replies), isFinal: true }
}
