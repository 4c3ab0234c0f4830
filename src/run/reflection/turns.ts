import { isPause } from "./normalise.ts"
import type { ReflectionThresholds } from "./settings.ts"
import type { ToolRun, TurnRecord } from "./turn-record.ts"

/** The turns in which tools ran, without what only waited for something outside. */
export function considered(turns: readonly TurnRecord[], thresholds: ReflectionThresholds): TurnRecord[] {
  let waited = 0
  return turns.map((turn) => {
    if (waited === 0 && !turn.runs.some((run) => isWait(run, thresholds))) return turn
    const runs = turn.runs.filter((run) => {
      waited = isWait(run, thresholds) ? waited + 1 : 0
      return waited === 0 || waited > thresholds.patience
    })
    return runs.length === turn.runs.length ? turn : { ...turn, runs }
  })
}

function isWait({ tool, command, isWait }: ToolRun, { waits }: ReflectionThresholds): boolean {
  return isWait || waits.includes(tool) || (command !== undefined && isPause(command))
}

/** Everything that the model wanted to be run, in order; the engine's own retries are not among it. */
export function flatRuns(turns: readonly TurnRecord[]): ToolRun[] {
  return turns.filter((turn) => !ofTheEngine(turn)).flatMap((turn) => turn.runs)
}

/** The last of them. */
export function lastRuns(turns: readonly TurnRecord[], most: number): ToolRun[] {
  let from = turns.length
  for (let runs = 0; from > 0 && runs < most; from--) {
    const turn = turns[from - 1]
    if (!ofTheEngine(turn)) runs += turn?.runs.length ?? 0
  }
  return flatRuns(turns.slice(from)).slice(-most)
}

export function ofTheEngine(turn: TurnRecord | undefined): boolean {
  return turn?.isRetry ?? true
}

/** Same tool, same arguments, same outcome. */
export function isSame(one: ToolRun, other: ToolRun): boolean {
  return one.call === other.call && one.status === other.status && one.result === other.result
}

/** The last alarm was answered with words; what came before it is not held against the stage again. */
export function sinceAlarm(turns: readonly TurnRecord[]): readonly TurnRecord[] {
  const alarmed = turns.findLastIndex((turn) => turn.alarm !== undefined)
  return working(turns.slice(alarmed + 1))
}

/** The turns since the last news, or since whatever else is no idle turn. */
export function quietTurns(
  turns: readonly TurnRecord[],
  thresholds: ReflectionThresholds,
  isIdle: typeof isQuiet = isQuiet,
): readonly TurnRecord[] {
  const recent = sinceAlarm(turns)
  return recent.slice(recent.findLastIndex((turn) => !isIdle(turn, thresholds)) + 1)
}

/** Whether a turn brought nothing at all: no news, no other error, no place that was not looked at before. */
export function isBarren(turn: TurnRecord, { progress }: ReflectionThresholds): boolean {
  return progress === "stage" || (!turn.hasMoved && turn.runs.every((run) => !run.isFresh))
}

/** Whether a turn brought no news; where only a change of stage counts, no turn does. */
export function isQuiet(turn: TurnRecord, { progress }: ReflectionThresholds): boolean {
  return progress === "stage" || !bringsNews(turn)
}

/** The one notion of news: a changed file, a result that was not seen before, a check that says something else, an item that moved. */
export function bringsNews({ hasMoved, runs }: TurnRecord): boolean {
  return hasMoved || runs.some(({ isNews }) => isNews)
}

function working(turns: readonly TurnRecord[]): readonly TurnRecord[] {
  return turns.filter((turn) => turn.runs.length > 0)
}

/** An error, an empty result, or the same again. A program that says no with its exit code has said something. */
export function isAnomalous(run: ToolRun): boolean {
  if (!run.isFresh || run.isEmpty) return true
  return run.status === "failed" && !run.isVerdict
}
