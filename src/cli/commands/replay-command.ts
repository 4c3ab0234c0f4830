import type { LogEntry } from "../../journal/run-store.ts"
import type { ReplayReply } from "../../protocol/api/replay-api.ts"
import { RunOptionsError } from "../../run/core/options-error.ts"
import { findRunId } from "../../run/lifecycle/orchestrator.ts"
import { type PolicyReplay, recordedPolicy, replayPolicies } from "../../run/replay/replay-policies.ts"
import { replayReply } from "../../run/replay/replay-rows.ts"
import { readReplaySettings } from "../../run/replay/replay-settings.ts"
import { tableRows } from "../paint/table.ts"
import { printable } from "../paint/text.ts"
import { openRuns } from "../runs/open-runs.ts"
import { UsageError } from "../terminal/failure.ts"
import { print, printJson } from "../terminal/output.ts"

export type ReplayFlags = { readonly set?: readonly string[]; readonly json?: boolean }

/** Looks at a stored run with other guards; asks no model and changes nothing. */
export async function replayCommand(named: string, flags: ReplayFlags): Promise<number> {
  const store = await openRuns()
  try {
    const entries = await store.load(await findRunId(store, named))
    const replay = replayPolicies(entries, settingsIn(entries, flags.set ?? []))
    if (flags.json) printJson(replay)
    else print(printable(replayLines(replay).join("\n")))
    return 0
  } finally {
    await store.close()
  }
}

function settingsIn(entries: readonly LogEntry[], sets: readonly string[]) {
  try {
    return readReplaySettings(recordedPolicy(entries), sets)
  } catch (error) {
    throw error instanceof RunOptionsError ? new UsageError(`--set ${error.message}`) : error
  }
}

/** One line of counts, then a table. */
export function replayLines(replay: PolicyReplay): string[] {
  const { turns, counts, rows } = replayReply(replay)
  const kinds = (["alarms", "limits", "violations"] as const).map((kind) => counted(kind, counts[kind]))
  const cells = rows.map(({ mark, place, name, kind, text }) => [mark, place, name, kind, text])
  return [`${[`${turns} turns`, ...kinds].join("; ")}.`, ...tableRows(cells, Number.POSITIVE_INFINITY)]
}

function counted(what: string, { fired, recorded, added, dropped }: ReplayReply["counts"]["alarms"]): string {
  return `${what}: ${fired} with these settings, ${recorded} in the run (+${added} -${dropped})`
}
