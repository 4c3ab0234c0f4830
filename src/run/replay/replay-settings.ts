import { z } from "zod"
import { ConstraintOptions } from "../../protocol/log/constraints.ts"
import { TaskType } from "../../protocol/log/control.ts"
import { GivenLimits, Limits } from "../../protocol/log/limits.ts"
import { RunOptionsError } from "../core/options-error.ts"
import { ReflectionSetting, ReflectionThresholds, thresholdsOf } from "../reflection/settings.ts"
import type { PolicySettings, RecordedPolicy } from "./replay-policies.ts"

const Settings = z.strictObject({
  reflection: ReflectionSetting.unwrap().optional(),
  limits: GivenLimits.optional(),
  task_type: TaskType.optional(),
  constraints: ConstraintOptions.optional(),
  scope: z.array(z.string()).optional(),
})

type SettingsDraft = { -readonly [Key in keyof PolicySettings]: unknown }

/** Settings written as `key=value`, laid over what the run had: `max_iterations=9`, `reflection.slow_turns=3`, `scope=src/**`. */
export function readReplaySettings(recorded: RecordedPolicy, sets: readonly string[]): PolicySettings {
  const changed: SettingsDraft = {}
  for (const set of sets) {
    const [, name, value] = /^([\w.]+)=(.*)$/s.exec(set) ?? []
    if (name === undefined || value === undefined) throw new RunOptionsError(`${set}: write it as key=value.`)
    change(changed, recorded, name.split("."), value)
  }
  const parsed = Settings.safeParse(changed)
  if (parsed.success) return withKnownPrice(parsed.data as PolicySettings, recorded)
  throw new RunOptionsError(`${sets.join(" ")}: there is no such setting or value. ${KNOWN}`)
}

function withKnownPrice(settings: PolicySettings, { price }: RecordedPolicy): PolicySettings {
  if (settings.limits?.max_cost == null || price !== null) return settings
  throw new RunOptionsError("max_cost: the price of the run's model is not known, so nothing can be said of its cost.")
}

function change(
  changed: SettingsDraft,
  recorded: RecordedPolicy,
  [first = "", ...rest]: readonly string[],
  value: string,
) {
  const [second = "", third = ""] = rest
  if (first in Limits.shape && rest.length === 0) changed.limits = { ...asObject(changed.limits), [first]: json(value) }
  else if (first === "reflection" && rest.length === 1)
    changed.reflection = { ...thresholdsIn(changed.reflection ?? recorded.reflection), [second]: json(value) }
  else if (first === "constraints" && rest.length > 0)
    changed.constraints = withRule(changed.constraints ?? recorded.constraints, second, third, value)
  else if (first === "scope" && rest.length === 0) changed.scope = list(value)
  else Object.assign(changed, { [[first, ...rest].join(".")]: json(value) })
}

/** `enforce`, or one list of one task type's rule; its other lists stay as they were. */
function withRule(options: unknown, place: string, part: string, value: string): unknown {
  if (part === "") return { ...asObject(options), [place]: json(value) }
  const rule = asObject(asObject(options)[place])
  return { ...asObject(options), [place]: { ...rule, [part]: list(value) } }
}

/** One threshold is changed; the others stay as they were, or as they are by default where nothing was watched. */
function thresholdsIn(setting: unknown): object {
  const parsed = ReflectionSetting.safeParse(setting)
  return (parsed.success ? thresholdsOf(parsed.data) : undefined) ?? thresholdsOf("default") ?? {}
}

/** A list as JSON, or with commas; those in braces belong to a glob. */
function list(value: string): unknown {
  const parsed = json(value)
  if (Array.isArray(parsed)) return parsed
  return value.split(/,(?![^{]*\})/).filter((part) => part !== "")
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}

const KNOWN = `Settings: task_type, scope, constraints.enforce, constraints.TYPE.allow|forbid|late, reflection (default, strict, off), ${Object.keys(
  ReflectionThresholds.shape,
)
  .map((name) => `reflection.${name}`)
  .join(", ")}, ${Object.keys(Limits.shape).join(", ")}.`
