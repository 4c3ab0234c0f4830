import type { LogEntry } from "../../journal/run-store.ts"
import { isWithin } from "../../protocol/key.ts"
import { allTurns } from "./history.ts"
import type { ToolRun, TurnRecord } from "./turn-record.ts"

/**
 * Whether a place, or one of several, brought something new: a file changed, a check says something else, a list item moved, or a call succeeded that
 * the run had not made before. Reading a changed file again is not new. It decides whether a part goes on, whatever the
 * detectors are set to.
 */
export function hasNews(entries: readonly LogEntry[], ...places: readonly string[]): boolean {
  const known = new Set<string>()
  for (const turn of allTurns(entries)) {
    const isThere = places.some((place) => turn.id === place || isWithin(turn.id, place))
    if (isThere && isNew(turn, known)) return true
    for (const { call } of turn.runs.filter(hasSucceeded)) known.add(call)
  }
  return false
}

function isNew({ hasMoved, runs }: TurnRecord, known: ReadonlySet<string>): boolean {
  return hasMoved || runs.some((run) => (run.hasChanged ? run.isFresh : hasSucceeded(run) && !known.has(run.call)))
}

function hasSucceeded({ status }: ToolRun): boolean {
  return status === "done"
}
