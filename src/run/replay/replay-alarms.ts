import type { LogEntry } from "../../journal/run-store.ts"
import type { Language } from "../../protocol/log/environment.ts"
import type { DurableEvent } from "../../protocol/log/event.ts"
import { detect } from "../reflection/detect.ts"
import { type InVain, inVainOf, turnsOf, watchedStages } from "../reflection/history.ts"
import { type ReflectionSetting, type ReflectionThresholds, thresholdsOf } from "../reflection/settings.ts"
import type { Alarm, TurnRecord } from "../reflection/turn-record.ts"
import { differenceOf, type RulingDifference } from "./difference.ts"

/** What the detectors look at a log with. */
export type Watching = {
  readonly reflection: ReflectionSetting
  readonly maxIterations: number
  readonly language: Language
}

/** Alarms in the order of the stages, then of their turns, and how many turns there were. */
export type AlarmReplay = RulingDifference<Alarm> & { readonly turns: number }

/** The turns are those that happened. A stage that would have ended is not looked at any further. */
export function replayAlarms(entries: readonly LogEntry[], watching: Watching): AlarmReplay {
  const stages = watchedStages(entries).map((stage) => turnsOf(entries, stage))
  const recorded = stages.flat().flatMap(({ alarm }) => alarm ?? [])
  const hasAsked = recorded.some(({ level }) => level === "ask")
  const isLiteral = entries.some(({ record }) => record.kind === "event" && isLiteralStart(record.event))
  const inVain = (seen: readonly TurnRecord[]) => (isLiteral ? undefined : inVainOf(seen))
  const fired = stages.flatMap((turns) => replayStage(turns, { ...watching, inVain }, hasAsked))
  return { turns: stages.flat().length, ...differenceOf(fired, recorded, isSameAlarm) }
}

function isLiteralStart(event: DurableEvent): boolean {
  return event.type === "run.started" && event.environment.literal
}

/** What the stage had come to by then; how often others would have been warned nobody knows. */
type InRun = Watching & { readonly inVain: (seen: readonly TurnRecord[]) => InVain | undefined }

function replayStage(
  turns: readonly TurnRecord[],
  { reflection, inVain, ...watching }: InRun,
  hasAsked: boolean,
): Alarm[] {
  const thresholds = thresholdsOf(reflection)
  if (!thresholds) return []
  const seen: TurnRecord[] = []
  const fired: Alarm[] = []
  for (const [index, turn] of turns.entries()) {
    const now = { ...turn, alarm: undefined }
    const mayAsk = mayAskAt(turn, thresholds, hasAsked)
    const alarm = isLookedAt(turn, turns[index + 1])
      ? detect({ turns: [...seen, now], thresholds, mayAsk, inVain: inVain([...seen, now]), ...watching })
      : undefined
    seen.push({ ...turn, alarm })
    if (alarm) fired.push(alarm)
    if (alarm?.level === "fail" && turns[index + 1]?.epoch === turn.epoch) break
  }
  return fired
}

/** Whether somebody was there is not recorded; what was done about an alarm is. */
function mayAskAt({ alarm }: TurnRecord, { ask }: ReflectionThresholds, hasAsked: boolean): boolean {
  return ask ?? (alarm ? alarm.level === "ask" : hasAsked)
}

/** As the strategies do: a turn that came to its end, that another one follows, and not just a retry. */
function isLookedAt(turn: TurnRecord, next: TurnRecord | undefined): boolean {
  if (turn.alarm) return true
  return turn.hasEnded && !turn.isLast && !(next ? next.isRetry : turn.wantsRetry)
}

function isSameAlarm(one: Alarm, other: Alarm): boolean {
  return one.stage === other.stage && one.detector === other.detector && one.level === other.level
}
