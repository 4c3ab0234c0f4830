import { parentOf } from "../../protocol/log/key.ts"
import { say } from "../../text/words/words.ts"
import type { RunContext } from "../run-context.ts"
import { detect } from "./detect.ts"
import { inVainUpTo, turnsOf } from "./history.ts"
import { guidance } from "./prompts.ts"
import { type ReflectionSetting, thresholdsOf } from "./settings.ts"
import type { Alarm, AlarmLevel, TurnRecord } from "./turn-record.ts"

/** What follows from an alarm: words for the model's next message, and whether it needs another plan or ends the stage. */
export type Advice = { readonly level: AlarmLevel; readonly guidance: string; readonly reason: string }

/**
 * Looks back after a turn, inside its stage. An alarm is a record: on replay it is read, and a turn that ended without
 * one is never alarmed later, whatever the rules have become since.
 */
export async function reflect(here: RunContext, setting: ReflectionSetting): Promise<Advice | undefined> {
  const alarm = alarmAt(here, setting)
  if (!alarm) return undefined
  await here.record("reflection", alarm)
  const level = here.log.isOfEarlierEpoch("reflection", "reflection.raised") ? milder(alarm.level) : alarm.level
  if (level === "replan" || level === "ask") await here.recover()
  const said = level === "ask" ? await askWhatToDo(here, alarm) : undefined
  return { level, guidance: guidance({ ...alarm, level }, said), reason: alarm.reason }
}

/** The question is asked once, like any other; its answer is read on replay. */
function askWhatToDo(here: RunContext, { reason }: Alarm): Promise<string> {
  return here.clarify("reflection", [say(here.environment.language, "reflection.ask", reason)])
}

/** What `reflect` would say of this turn as far as it has come; records nothing. */
export function alarmAt(here: RunContext, setting: ReflectionSetting): Alarm | undefined {
  const known = here.log.fact("reflection", "reflection.raised")
  if (known) return known
  const thresholds = thresholdsOf(setting)
  // The whole history is looked at only for a turn that is new: a replayed one costs nothing.
  if (!thresholds || here.log.lastEnd) return undefined
  const turns = upTo(here)
  if (turns.length === 0) return undefined
  const mayAsk = thresholds.ask ?? here.canAsk
  const { language, limits, literal } = here.environment
  const inVain = literal ? undefined : inVainUpTo(here.log.entries, here.path)
  return detect({ turns, thresholds, maxIterations: limits.max_iterations, mayAsk, inVain, language })
}

/** A replayed turn knows nothing of what came after it. */
function upTo(here: RunContext): readonly TurnRecord[] {
  const all = turnsOf(here.log.entries, parentOf(here.path))
  return all.slice(0, all.findLastIndex(({ id }) => id === here.path) + 1)
}

/** An earlier epoch ended the stage; the run was resumed, so it is planned anew. */
function milder(level: AlarmLevel): AlarmLevel {
  return level === "fail" ? "replan" : level
}
