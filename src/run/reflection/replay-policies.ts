import type { LogEntry } from "../../journal/run-store.ts"
import type { Environment } from "../../protocol/environment.ts"
import { detect } from "./detect.ts"
import { turnsOf, watchedStages } from "./history.ts"
import { ReflectionSetting, thresholdsOf } from "./settings.ts"
import type { Alarm, Turn } from "./turn.ts"

/** What to look at a stored run with; what is left out is as the run had it. */
export type PolicySettings = { readonly reflection: ReflectionSetting; readonly max_iterations: number }

/** What would have been said of a stored run, and how that differs from what was. */
export type PolicyReplay = {
  readonly turns: number
  /** In the order of the stages, then of their turns. */
  readonly fired: readonly Alarm[]
  readonly recorded: readonly Alarm[]
  readonly added: readonly Alarm[]
  readonly dropped: readonly Alarm[]
}

/**
 * Looks at a stored log with other settings: no model, no tool, no workspace. The turns are those that happened; what
 * the model would have made of other advice nobody knows. A stage that would have ended is not looked at any further.
 */
export function replayPolicies(entries: readonly LogEntry[], settings: Partial<PolicySettings> = {}): PolicyReplay {
  const policy = { ...recordedPolicy(entries), ...settings }
  const stages = watchedStages(entries).map((stage) => turnsOf(entries, stage))
  const fired = stages.flatMap((turns) => replayStage(turns, policy))
  const recorded = stages.flat().flatMap(({ alarm }) => alarm ?? [])
  return {
    turns: stages.flat().length,
    fired,
    recorded,
    added: fired.filter((alarm) => !recorded.some((other) => isSameAlarm(alarm, other))),
    dropped: recorded.filter((alarm) => !fired.some((other) => isSameAlarm(alarm, other))),
  }
}

/** What a run was watched with, as its log has it. */
export function recordedPolicy(entries: readonly LogEntry[]): PolicySettings {
  const environment = environmentOf(entries)
  const parsed = ReflectionSetting.safeParse(environment?.settings.reflection)
  return {
    reflection: parsed.success ? parsed.data : "default",
    max_iterations: environment?.limits.max_iterations ?? Number.POSITIVE_INFINITY,
  }
}

function replayStage(turns: readonly Turn[], policy: PolicySettings): Alarm[] {
  const thresholds = thresholdsOf(policy.reflection)
  const maxIterations = policy.max_iterations
  if (!thresholds) return []
  const seen: Turn[] = []
  const fired: Alarm[] = []
  for (const [index, turn] of turns.entries()) {
    const now = { ...turn, alarm: undefined }
    const alarm = isLookedAt(turn, turns[index + 1])
      ? detect({ turns: [...seen, now], thresholds, maxIterations })
      : undefined
    seen.push({ ...turn, alarm })
    if (alarm) fired.push(alarm)
    if (alarm?.level === "fail" && turns[index + 1]?.epoch === turn.epoch) break
  }
  return fired
}

/** As the strategies do: a turn that came to its end, that another one follows, and not just a retry. */
function isLookedAt(turn: Turn, next: Turn | undefined): boolean {
  if (turn.alarm) return true
  return turn.hasEnded && !turn.isLast && !(next ? next.isRetry : turn.wantsRetry)
}

function isSameAlarm(one: Alarm, other: Alarm): boolean {
  return one.stage === other.stage && one.detector === other.detector && one.level === other.level
}

function environmentOf(entries: readonly LogEntry[]): Environment | undefined {
  const events = entries.flatMap(({ record }) => (record.kind === "event" ? [record.event] : []))
  const opened = events.findLast((event) => event.type === "run.started" || event.type === "run.resumed")
  return opened && "environment" in opened ? opened.environment : undefined
}
