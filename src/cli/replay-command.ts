import { findRunId } from "../run/life/orchestrator.ts"
import type { RulingDifference } from "../run/replay/difference.ts"
import { type PolicyReplay, recordedPolicy, replayPolicies } from "../run/replay/replay-policies.ts"
import { openRuns } from "./compose.ts"
import { print, printJson } from "./output.ts"
import { tableRows } from "./render/table.ts"
import { printable } from "./render/text.ts"
import { readReplaySettings } from "./replay-settings.ts"

export type ReplayFlags = { readonly set?: readonly string[]; readonly json?: boolean }

/** Looks at a stored run with other guards; asks no model and changes nothing. */
export async function replayCommand(named: string, flags: ReplayFlags): Promise<number> {
  const store = await openRuns()
  try {
    const entries = await store.load(await findRunId(store, named))
    const replay = replayPolicies(entries, readReplaySettings(recordedPolicy(entries), flags.set ?? []))
    if (flags.json) printJson(replay)
    else print(printable(replayLines(replay).join("\n")))
    return 0
  } finally {
    await store.close()
  }
}

/** What both have, what would be new (+) and what would be gone (-): alarms, limits, violations, each in their order. */
export function replayLines({ alarms, limits, violations }: PolicyReplay): string[] {
  const counts = [
    `${alarms.turns} turns`,
    counted("alarms", alarms),
    counted("limits", limits),
    counted("violations", violations),
  ]
  const byStage = (one: { stage: string }, other: { stage: string }) =>
    one.stage.localeCompare(other.stage, "en", { numeric: true })
  const bySeq = (one: { seq: number }, other: { seq: number }) => one.seq - other.seq
  const rows = [
    ...marked(alarms, byStage).map(([mark, { stage, detector, level, reason }]) => [
      mark,
      stage,
      detector,
      level,
      reason,
    ]),
    ...marked(limits, bySeq).map(([mark, { stage, limit, used, allowed, ends }]) => [
      mark,
      stage || "start",
      limit,
      ends ? "ends" : "cuts",
      ends ? `${rounded(used)} used of ${rounded(allowed)}` : `${used} where ${allowed} is the most`,
    ]),
    ...marked(violations, bySeq).map(([mark, { task, tool, reason }]) => [
      mark,
      task,
      tool,
      "violation",
      firstLine(reason),
    ]),
  ]
  return [`${counts.join("; ")}.`, ...tableRows(rows, Number.POSITIVE_INFINITY)]
}

function counted(what: string, { fired, recorded, added, dropped }: RulingDifference<unknown>): string {
  return `${what}: ${fired.length} with these settings, ${recorded.length} in the run (+${added.length} -${dropped.length})`
}

function marked<T>(
  { recorded, added, dropped }: RulingDifference<T>,
  order: (one: T, other: T) => number,
): (readonly [string, T])[] {
  return [...recorded, ...added]
    .sort(order)
    .map((one) => [added.includes(one) ? "+" : dropped.includes(one) ? "-" : " ", one] as const)
}

function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toFixed(4))
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? ""
}
