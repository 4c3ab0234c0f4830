import type { PlannedTask } from "../../protocol/log/control.ts"
import { alarmAt, reflect } from "../../run/reflection/reflect.ts"
import type { ReflectionSetting } from "../../run/reflection/settings.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { VerdictRuling } from "./verdict.ts"

/** Looks back after a round that another plan follows. Returns why the phase can't go on, if it can't. */
export async function reflectOnRound(
  here: RunContext,
  setting: ReflectionSetting,
  ruling: VerdictRuling,
  memory: { notes: string[]; readonly retry: readonly PlannedTask[] },
): Promise<string | undefined> {
  const isOver = ruling.next === "completed" || ruling.next === "end_phase"
  if (isOver || memory.retry.length > 0) return undefined
  const advice = await reflect(here, setting)
  if (!advice) return undefined
  if (advice.level === "fail") return advice.reason
  memory.notes = [...memory.notes, advice.guidance]
  return undefined
}

/** Whether guidance is due before the next plan: then one that came along with the judge's ruling is not used. */
export function isAlarmed(here: RunContext, setting: ReflectionSetting): boolean {
  return alarmAt(here, setting) !== undefined
}
