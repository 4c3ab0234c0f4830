import type { LogEntry } from "../../journal/run-store.ts"
import { parentOf } from "../../protocol/key.ts"
import { FreshMarker, type PlainRun } from "./evidence.ts"
import { plainRuns } from "./plain-runs.ts"
import { foldOf, type StageTurns, type TurnDraft, type TurnFold } from "./turn-fold.ts"
import type { ToolRun, TurnRecord } from "./turn-record.ts"

/** The stages that had turns, in the order of their first one; `""` is the run itself. */
export function watchedStages(entries: readonly LogEntry[]): string[] {
  return [...foldOf(entries).stages.keys()]
}

/** The turns of all stages in the order in which they began, without the first so many. */
export function turnsAfter(entries: readonly LogEntry[], first: number): TurnRecord[] {
  const fold = foldOf(entries)
  return fold.inOrder.slice(first).map((draft) => recordIn(fold, draft))
}

/** The turn of this name, if it is one. */
export function turnNamed(entries: readonly LogEntry[], id: string): TurnRecord | undefined {
  const fold = foldOf(entries)
  const draft = fold.turns.get(id)
  return draft && recordIn(fold, draft)
}

/** A stage's turns in order: a fold over its own entries, so that what stands beside it makes no difference. */
export function turnsOf(entries: readonly LogEntry[], stage: string): TurnRecord[] {
  const own = foldOf(entries).stages.get(stage)
  if (!own) return []
  const runs = markedRuns(own)
  return own.turns.map((draft, index) => recordOf(draft, runs[index] ?? []))
}

/** A turn that has ended is told in the same words each time. */
function recordOf(draft: TurnDraft, runs: readonly ToolRun[]): TurnRecord {
  if (draft.record?.runs === runs) return draft.record
  draft.record = {
    id: draft.started.stage,
    iterations: draft.started.iterations,
    runs,
    violations: draft.violations,
    isRetry: draft.started.kind === "round" && draft.started.iterations === 2 && !draft.hasPlan,
    wantsRetry: draft.wantsRetry,
    hasMoved: draft.hasMoved,
    isLast: draft.isLast,
    hasEnded: draft.hasEnded,
    alarm: draft.alarm,
    epoch: draft.epoch,
  }
  return draft.record
}

/** One turn of its stage, without a look at the others that have ended. */
function recordIn(fold: TurnFold, draft: TurnDraft): TurnRecord {
  const own = fold.stages.get(parentOf(draft.started.stage))
  if (!own) return recordOf(draft, [])
  markEnded(own)
  const known = own.runs[draft.place]
  return recordOf(draft, known ?? markOpen(own, draft.place + 1).at(-1) ?? [])
}

function markedRuns(own: StageTurns): ToolRun[][] {
  markEnded(own)
  return [...own.runs, ...markOpen(own)]
}

/** As far as the turns have ended; that is for good. */
function markEnded({ turns, runs, marker }: StageTurns): void {
  for (let next = turns[runs.length]; next?.hasEnded; next = turns[runs.length]) runs.push(marker.mark(runsOf(next)))
}

function markOpen({ turns, runs, marker }: StageTurns, to?: number): ToolRun[][] {
  const open = new FreshMarker(marker)
  return turns.slice(runs.length, to).map((turn) => open.mark(runsOf(turn)))
}

/** A turn is looked at while it is open and once more when it has ended. */
function runsOf(turn: TurnDraft): readonly PlainRun[] {
  turn.runs ??= plainRuns(turn)
  return turn.runs
}
