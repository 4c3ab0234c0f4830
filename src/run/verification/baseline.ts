import type { Check } from "../../checks/check.ts"
import type { EntryDraft } from "../../journal/journal.ts"
import type { LogEntry } from "../../journal/run-store.ts"
import { digestOf } from "../../journal/stable-json.ts"
import { hasFields, type StepKey } from "../../journal/step-key.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { type CheckReport, reportOf } from "./check-report.ts"
import { BASELINE, dueChecks, resultsOf, runsUnasked } from "./check-results.ts"
import { isTheirs, leftBehind, treeNow } from "./checkpoint.ts"
import { endedDraft } from "./ended-draft.ts"
import { knownChecks } from "./known-checks.ts"

/** How the checks stood before the run changed anything. A check that could not be asked has no result. */
export type Baseline = CheckReport & {
  readonly without: readonly Without[]
  /** Files that the checks made for themselves. */
  readonly own: readonly string[]
}

/** Why a check has no baseline: it would have asked somebody, or it takes too long. */
export type Without = { readonly name: string; readonly why: "asks" | "slow" }

const PLACE: StepKey<Baseline> = {
  key: BASELINE,
  digest: digestOf({ what: "baseline", version: 1 }),
  is: hasFields<Baseline>({ results: "list", own: "list" }),
}

/** Nobody waits longer than this before the first change is made. */
const LIMIT_MS = 60_000

/** How many earlier runs are asked how long a check takes here. */
const EARLIER_RUNS = 3

/** The run's baseline, as its log has it; one that no check ran for is none. */
export function recordedBaseline(entries: readonly LogEntry[]): Baseline | undefined {
  const baseline = recordIn(entries)
  return baseline?.results.some(({ status }) => status !== "broken") ? baseline : undefined
}

/** Whether it is still to be taken, and can be: once something is changed it is too late. */
export async function isBaselineDue(parts: RunParts): Promise<boolean> {
  const { environment, journal, tally } = parts
  if (environment.literal || environment.verify === "off") return false
  if (journal.find(BASELINE) || tally.view.changes.length > 0) return false
  return (await knownChecks(parts)).length > 0
}

/**
 * Runs the checks on the workspace as it is, without a question to anybody, and records what they say. What they leave behind
 * is no change of the run's; `closing` gives what has to be recorded for that along with it.
 */
export async function takeBaseline(parts: RunParts, closing: () => Promise<readonly EntryDraft[]>): Promise<void> {
  await parts.journal.step(PLACE, async () => {
    const { ready, without } = await sorted(parts, await knownChecks(parts))
    const tree = await treeNow(parts)
    const due = await dueChecks(parts, BASELINE, ready, tree)
    const results = await resultsOf(parts, due, Math.min(LIMIT_MS, parts.environment.limits.check_timeout_ms))
    const left = await leftBehind(parts, BASELINE, tree)
    const ended = results.map((result) => endedDraft(BASELINE, "", "baseline", result))
    const own = left?.changes.flatMap(({ path, before }) => (before === null ? [path] : [])) ?? []
    return {
      value: {
        ...reportOf(results, without.length > 0),
        ...(left && isTheirs(left, []) ? { left: left.tree } : {}),
        without,
        own,
      },
      with: [...ended, ...(await closing())],
    }
  })
}

type Sorted = { readonly ready: readonly Check[]; readonly without: readonly Without[] }

async function sorted(parts: RunParts, checks: readonly Check[]): Promise<Sorted> {
  const slow = await slowCommands(parts)
  const whys = await Promise.all(
    checks.map(async (check) => {
      if (slow.has(check.command)) return "slow"
      return (await runsUnasked(parts, BASELINE, check)) ? undefined : "asks"
    }),
  )
  return {
    ready: checks.filter((_, index) => whys[index] === undefined),
    without: checks.flatMap(({ name }, index) => {
      const why = whys[index]
      return why === undefined ? [] : [{ name, why }]
    }),
  }
}

/** What took long the last time that it ran here. */
async function slowCommands({ journal, workspace, environment }: RunParts): Promise<ReadonlySet<string>> {
  const times = new Map<string, number>()
  for (const { record } of await journal.others(workspace.root, EARLIER_RUNS))
    if (record.kind === "event" && record.event.type === "check.ended") times.set(record.event.command, record.event.ms)
  const { slow_check_ms } = environment.limits
  return new Set([...times].flatMap(([command, ms]) => (ms > slow_check_ms ? [command] : [])))
}

/** Whether this check took long before the run changed anything. */
export function wasSlow(parts: RunParts, name: string): boolean {
  const { slow_check_ms } = parts.environment.limits
  return (
    recordIn(parts.journal.entries)?.results.some((result) => result.name === name && result.ms > slow_check_ms) ??
    false
  )
}

/** What the checks made for themselves before the run changed anything. */
export function ownFiles({ journal }: RunParts): readonly string[] {
  return recordIn(journal.entries)?.own ?? []
}

function recordIn(entries: readonly LogEntry[]): Baseline | undefined {
  const record = entries.find(({ key }) => key === BASELINE)?.record
  return record?.kind === "step" && PLACE.is(record.value) ? record.value : undefined
}
