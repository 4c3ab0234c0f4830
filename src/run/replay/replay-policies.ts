import type { LogEntry } from "../../journal/run-store.ts"
import type { ConstraintOptions } from "../../protocol/log/constraints.ts"
import type { Environment, Price } from "../../protocol/log/environment.ts"
import { Limits } from "../../protocol/log/limits.ts"
import { ReflectionSetting } from "../reflection/settings.ts"
import type { RulingDifference } from "./difference.ts"
import { type AlarmReplay, replayAlarms } from "./replay-alarms.ts"
import { type LimitHit, replayBudgets } from "./replay-budgets.ts"
import { type RuleSettings, replayConstraints, type Violation } from "./replay-constraints.ts"

/** What to look at a stored run with; what is left out is as the run had it. */
export type PolicySettings = RuleSettings & {
  readonly reflection?: ReflectionSetting | undefined
  readonly limits?: Partial<Limits> | undefined
}

/** What would have been said of a stored run, and how that differs from what was. */
export type PolicyReplay = {
  readonly alarms: AlarmReplay
  readonly limits: RulingDifference<LimitHit>
  readonly violations: RulingDifference<Violation>
}

/**
 * Looks at a stored log with other settings: no model, no tool, no workspace. What happened happened; what the model would
 * have made of other advice nobody knows.
 */
export function replayPolicies(entries: readonly LogEntry[], settings: PolicySettings = {}): PolicyReplay {
  const recorded = recordedPolicy(entries)
  const reflection = settings.reflection ?? recorded.reflection
  const maxIterations = settings.limits?.max_iterations ?? recorded.limits.max_iterations
  return {
    alarms: replayAlarms(entries, { reflection, maxIterations, language: environmentOf(entries)?.language ?? "en" }),
    limits: replayBudgets(entries, settings.limits ?? {}),
    violations: replayConstraints(entries, settings),
  }
}

/** What a run was guarded by, as its log has it. */
export type RecordedPolicy = {
  readonly reflection: ReflectionSetting
  readonly limits: Limits
  readonly constraints: ConstraintOptions
  /** `null` where nobody knew it: then nothing can be said of money. */
  readonly price: Price | null
}

/** The settings of the newest epoch. */
export function recordedPolicy(entries: readonly LogEntry[]): RecordedPolicy {
  const environment = environmentOf(entries)
  const parsed = ReflectionSetting.safeParse(environment?.settings.reflection)
  return {
    reflection: parsed.success ? parsed.data : "default",
    limits: environment?.limits ?? Limits.parse({}),
    constraints: environment?.constraints ?? { enforce: true },
    price: environment?.price ?? null,
  }
}

function environmentOf(entries: readonly LogEntry[]): Environment | undefined {
  const events = entries.flatMap(({ record }) => (record.kind === "event" ? [record.event] : []))
  const opened = events.findLast((event) => event.type === "run.started" || event.type === "run.resumed")
  return opened && "environment" in opened ? opened.environment : undefined
}
