import type { RunContext } from "../run-context.ts"
import { isMarked } from "./marker.ts"
import type { TurnEnd, Turns } from "./turn.ts"

/** Whether a text is the first thing that came, before any tool has run: a model that only announces its work says so too. */
export function isFirstWord(run: RunContext, turn: number, end: TurnEnd, { marker }: Pick<Turns, "marker">): boolean {
  if (turn !== 1 || end.kind !== "said" || isMarked(end.text, marker) || run.environment.literal) return false
  return run.decide("first-word", () => !hasTasks(run))
}

function hasTasks({ log }: RunContext): boolean {
  return log.entries.some(({ record }) => record.kind === "event" && record.event.type === "task.started")
}
