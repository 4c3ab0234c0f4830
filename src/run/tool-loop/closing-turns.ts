import type { RunContext } from "../run-context.ts"
import { MAX_EMPTY_REPLIES } from "./silence.ts"
import { type Turn, type Turns, takeTurn } from "./turn.ts"

/** So many turns a stage of closing may have. */
const CLOSING_TURNS = 12

/** Turns of a stage of closing: until it is over, the model has nothing to say, or it goes round in circles. */
export async function closingTurns(
  here: RunContext,
  turns: Turns,
  isOver: (turn: Turn) => Promise<boolean>,
): Promise<void> {
  for (let number = 1, empty = 0; number <= CLOSING_TURNS && empty < MAX_EMPTY_REPLIES; number++) {
    const turn = await takeTurn(here, number, turns)
    if ((await isOver(turn)) || turn.advice?.level === "fail") return
    empty = turn.end.kind === "empty" ? empty + 1 : 0
  }
}
