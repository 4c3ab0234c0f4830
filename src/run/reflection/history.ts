import type { LogEntry } from "../../journal/run-store.ts"
import { parentOf } from "../../protocol/key.ts"
import { FreshMarker, type PlainRun } from "./evidence.ts"
import { plainRuns } from "./plain-runs.ts"
import { foldOf, type Marks, type TurnDraft, type TurnFold } from "./turn-fold.ts"
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
  const fold = foldOf(entries)
  const own = fold.stages.get(stage) ?? []
  const runs = markedRuns(fold, stage, own)
  return own.map((draft, index) => recordOf(draft, runs[index] ?? []))
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
  const stage = parentOf(draft.started.stage)
  const own = fold.stages.get(stage) ?? []
  const { runs, marker } = marksOf(fold, stage, own)
  const known = runs[draft.place]
  if (known) return recordOf(draft, known)
  const open = new FreshMarker(marker)
  const marked = own.slice(runs.length, draft.place + 1).map((turn) => open.mark(runsOf(turn)))
  return recordOf(draft, marked.at(-1) ?? [])
}

function markedRuns(fold: TurnFold, stage: string, turns: readonly TurnDraft[]): ToolRun[][] {
  const { runs, marker } = marksOf(fold, stage, turns)
  const open = new FreshMarker(marker)
  return [...runs, ...turns.slice(runs.length).map((turn) => open.mark(runsOf(turn)))]
}

/** As far as the turns have ended. */
function marksOf({ marks }: TurnFold, stage: string, turns: readonly TurnDraft[]): Marks {
  const known = marks.get(stage) ?? { runs: [], marker: new FreshMarker() }
  marks.set(stage, known)
  for (let next = turns[known.runs.length]; next?.hasEnded; next = turns[known.runs.length])
    known.runs.push(known.marker.mark(runsOf(next)))
  return known
}

/** A turn is looked at while it is open and once more when it has ended. */
function runsOf(turn: TurnDraft): readonly PlainRun[] {
  turn.runs ??= plainRuns(turn)
  return turn.runs
}
