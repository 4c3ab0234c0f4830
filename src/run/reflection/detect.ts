import { parentOf } from "../../protocol/log/key.ts"
import { DETECTORS, type Watched } from "./detectors.ts"
import { suggestion } from "./prompts.ts"
import type { Alarm, AlarmLevel, Finding, TurnRecord } from "./turn-record.ts"
import { considered } from "./turns.ts"

/** What the last turn gives reason to say; one alarm a turn is enough. Pure. */
export function detect(watched: Watched): Alarm | undefined {
  const turns = considered(watched.turns, watched.thresholds)
  const last = turns.at(-1)
  if (!last || last.runs.length === 0) return undefined
  const view = { ...watched, turns }
  for (const detector of Object.values(DETECTORS)) {
    const finding = detector(view)
    if (finding) return alarmOf(finding, last.id, levelOf(last, view))
  }
  return undefined
}

/**
 * Words first, then another plan, then the user's word if it can be had, then the end of the part; where there are no parts, of the work: what is
 * missing is then the gate's. A part's own alarms count, and those of the whole run since there last was news.
 */
function levelOf({ id, epoch }: TurnRecord, { turns, mayAsk = false, inVain }: Watched): AlarmLevel {
  const earlier = turns.flatMap((turn) => (turn.alarm && turn.epoch === epoch ? [turn.alarm.level] : []))
  const alarms = inVain?.alarms ?? 0
  const count = Math.max(earlier.length, alarms)
  if (count === 0) return "guidance"
  if (count === 1) return "replan"
  if (mayAsk && !earlier.includes("ask")) return "ask"
  return parentOf(id) === "" && alarms < 2 ? "replan" : "fail"
}

function alarmOf({ detector, reason, evidence, ways }: Finding, stage: string, level: AlarmLevel): Alarm {
  return {
    type: "reflection.raised",
    stage,
    detector,
    level,
    reason,
    evidence: [...evidence],
    suggestion: suggestion(ways),
  }
}
