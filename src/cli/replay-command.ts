import { z } from "zod"
import { findRunId } from "../orchestrator.ts"
import {
  type PolicyReplay,
  type PolicySettings,
  recordedPolicy,
  replayPolicies,
} from "../run/reflection/replay-policies.ts"
import { ReflectionSetting, thresholdsOf } from "../run/reflection/settings.ts"
import { openRuns } from "./compose.ts"
import { UsageError } from "./failure.ts"

export type ReplayFlags = { readonly set?: readonly string[]; readonly json?: boolean }

/** Looks at a stored run with other thresholds; asks no model and changes nothing. */
export async function replayCommand(named: string, flags: ReplayFlags): Promise<number> {
  const store = await openRuns()
  try {
    const entries = await store.load(await findRunId(store, named))
    const replay = replayPolicies(entries, changedPolicy(recordedPolicy(entries), flags.set ?? []))
    const text = flags.json ? JSON.stringify(replay, null, 2) : replayLines(replay).join("\n")
    process.stdout.write(`${text}\n`)
    return 0
  } finally {
    await store.close()
  }
}

const Policy = z.strictObject({ reflection: ReflectionSetting, max_iterations: z.number().positive() })

/** The policy with `key=value` settings: `reflection=strict`, `reflection.slow_turns=3`, `max_iterations=20`. */
export function changedPolicy(recorded: PolicySettings, sets: readonly string[]): PolicySettings {
  const changed: Record<string, unknown> = { ...recorded }
  for (const set of sets) {
    const [, key, value] = /^([\w.]+)=(.*)$/.exec(set) ?? []
    if (key === undefined || value === undefined) throw new UsageError(`--set ${set}: write it as key=value.`)
    const threshold = /^reflection\.(\w+)$/.exec(key)?.[1]
    if (threshold === undefined) changed[key] = parsedValue(value)
    else changed.reflection = { ...thresholdsIn(changed.reflection), [threshold]: parsedValue(value) }
  }
  const parsed = Policy.safeParse(changed)
  if (parsed.success) return parsed.data
  throw new UsageError(`--set ${sets.join(" ")}: there is no such setting or value. ${KNOWN}`)
}

const KNOWN = `Settings: max_iterations, reflection (default, strict, off), ${Object.keys(thresholdsOf("default") ?? {})
  .map((name) => `reflection.${name}`)
  .join(", ")}.`

/** One threshold is changed; the others stay as they were, or as they are by default where nothing was watched. */
function thresholdsIn(setting: unknown): object {
  const parsed = ReflectionSetting.safeParse(setting)
  return (parsed.success ? thresholdsOf(parsed.data) : undefined) ?? thresholdsOf("default") ?? {}
}

function parsedValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What both have, what would be new (+) and what would be gone (-), in the order of the turns. */
export function replayLines({ turns, fired, recorded, added, dropped }: PolicyReplay): string[] {
  const alarms = [...recorded, ...added].sort((one, other) =>
    one.stage.localeCompare(other.stage, "en", { numeric: true }),
  )
  return [
    `${turns} turns; alarms: ${fired.length} with these settings, ${recorded.length} in the run (+${added.length} -${dropped.length}).`,
    ...alarms.map((alarm) => {
      const mark = added.includes(alarm) ? "+" : dropped.includes(alarm) ? "-" : " "
      return `${mark} ${alarm.stage}  ${alarm.detector}  ${alarm.level}  ${alarm.reason}`
    }),
  ]
}
