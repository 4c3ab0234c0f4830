import { REPLY } from "../../protocol/log/key.ts"
import { say } from "../../text/words/words.ts"
import type { Conclusion } from "../conclusion.ts"
import type { RunContext } from "../run-context.ts"
import type { TurnEnd } from "./turn.ts"

/** So many replies in a row without a call or a whole text end the work: the model has nothing to say. */
export const MAX_EMPTY_REPLIES = 3

/** Replies in a row that said nothing; how many of them only because they never came to an end, and how many were to be the end of the work. */
export type Silence = { readonly replies: number; readonly cutOff: number; readonly ends: number }

export const NO_SILENCE: Silence = { replies: 0, cutOff: 0, ends: 0 }

/** What it has come to with this turn; those of an earlier epoch count no more. */
export function silenceAfter(run: RunContext, turn: number, end: TurnEnd, before: Silence): Silence {
  if (end.kind !== "empty" || run.at(`turn-${turn}`).log.isOfEarlierEpoch(REPLY)) return NO_SILENCE
  const { replies, cutOff, ends } = before
  return { replies: replies + 1, cutOff: cutOff + (end.isCutOff ? 1 : 0), ends: ends + (end.wantsEnd ? 1 : 0) }
}

/** A model that calls for the end and can't fill in the form has ended: whether all is done is for the gate to see, which asks for its word. */
export function silent({ environment }: RunContext, { replies, cutOff, ends }: Silence): Conclusion {
  if (ends === replies && !environment.literal) return { kind: "done" }
  const why = cutOff === replies ? "model.cut_off" : "model.silent"
  return { kind: "failed", reason: say(environment.language, why, replies), isFinal: true }
}
