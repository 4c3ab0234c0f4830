import type { LogEntry } from "../../journal/run-store.ts"
import { parentOf } from "../../protocol/log/key.ts"
import { FreshMarker, type PlainRun } from "./evidence.ts"
import { plainRuns } from "./plain-runs.ts"
import { foldOf, type StageTurns, type TurnDraft, type TurnFold } from "./turn-fold.ts"
import type { ToolRun, TurnRecord } from "./turn-record.ts"
import { bringsNews } from "./turns.ts"

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

/** What the run has come to since a turn of any stage last brought news. */
export type InVain = {
  /** How often it was warned. */
  readonly alarms: number
  /** The turns since the last warning, in all stages. */
  readonly turns: number
}

/** The same up to the turn of this name, and in its epoch. */
export function inVainUpTo(entries: readonly LogEntry[], id: string): InVain {
  const fold = foldOf(entries)
  const last = fold.turns.get(id)
  const since: TurnRecord[] = []
  for (let at = last ? fold.inOrder.lastIndexOf(last) : -1; at >= 0; at--) {
    const turn = recordIn(fold, fold.inOrder[at] as TurnDraft)
    if (turn.epoch !== last?.epoch || bringsNews(turn)) break
    since.unshift(turn)
  }
  return inVainOf(since)
}

/** The same of these turns; what the last one is warned of is not yet decided. */
export function inVainOf(turns: readonly TurnRecord[]): InVain {
  const epoch = turns.at(-1)?.epoch
  const since = turns.slice(turns.findLastIndex((turn) => turn.epoch !== epoch || bringsNews(turn)) + 1)
  const warned = since.slice(0, -1).findLastIndex(({ alarm }) => alarm !== undefined)
  return {
    alarms: since.slice(0, -1).filter(({ alarm }) => alarm !== undefined).length,
    turns: since.slice(warned + 1).filter(({ runs }) => runs.length > 0).length,
  }
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
