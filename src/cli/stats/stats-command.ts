import { RunOptionsError } from "../../run/core/options-error.ts"
import { recordedPolicy, replayPolicies } from "../../run/replay/replay-policies.ts"
import { readReplaySettings } from "../../run/replay/replay-settings.ts"
import { type Replay, type Stats, statsOf } from "../../stats/stats-of.ts"
import { plural } from "../../text/words/units.ts"
import { tableRows } from "../paint/table.ts"
import { openRuns } from "../runs/open-runs.ts"
import { runsHere } from "../runs/runs-here.ts"
import { UsageError } from "../terminal/failure.ts"
import { print, printJson, tell } from "../terminal/output.ts"
import { groupTable, targetTable } from "./stats-tables.ts"

export type StatsFlags = {
  readonly all?: boolean
  /** Runs that began so long ago at most, in milliseconds. */
  readonly since?: number
  readonly set?: readonly string[]
  readonly json?: boolean
}

/** Counts what is recorded of the runs of this folder. Changes nothing and asks no model. */
export async function statsCommand(flags: StatsFlags): Promise<number> {
  const store = await openRuns()
  try {
    const from = flags.since === undefined ? 0 : Date.now() - flags.since
    const headers = await (flags.all ? store.listRuns() : runsHere(store))
    const stats = await statsOf(
      store,
      headers.filter(({ created_at }) => created_at >= from),
      flags.set && replayWith(flags.set),
    )
    if (flags.json) printJson(stats)
    else show(stats, flags)
    return 0
  } finally {
    await store.close()
  }
}

function show(stats: Stats, { all, set }: StatsFlags): void {
  for (const { id, why } of stats.unreadable) tell(`keelson: ${id} is not counted: ${why}`)
  if (stats.all.runs === 0) {
    tell(all ? "There are no runs yet." : "There are no runs of this folder; --all counts every folder's.")
    return
  }
  const tables = [targetTable(stats, set), groupTable(stats)]
  const lines = tables.map((table) => tableRows(table, Number.POSITIVE_INFINITY).join("\n"))
  print([plural(stats.all.runs, "run"), ...lines].join("\n\n"))
}

/** Throws `UsageError` for what is no setting, before any log is read. */
function replayWith(sets: readonly string[]): Replay {
  settingsIn([], sets)
  return (entries) => {
    const { alarms, violations } = replayPolicies(entries, settingsIn(entries, sets))
    return { alarms: alarms.fired, violations: violations.fired.length }
  }
}

function settingsIn(entries: Parameters<Replay>[0], sets: readonly string[]) {
  try {
    return readReplaySettings(recordedPolicy(entries), sets)
  } catch (error) {
    throw error instanceof RunOptionsError ? new UsageError(`--set ${error.message}`) : error
  }
}
