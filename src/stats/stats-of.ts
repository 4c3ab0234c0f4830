import type { LogEntry, RunStore } from "../journal/run-store.ts"
import type { RunHeader } from "../protocol/log/run.ts"
import { messageOf } from "../text/message-of.ts"
import { isMet, type SeedTarget, type StatsRow, statsRow, TARGETS } from "./figure-rows.ts"
import { type OtherGuards, type RunFigures, runFigures } from "./run-figures.ts"

/** What runs can be told apart by. */
export type Grouping = "model" | "strategy" | "week"
export const GROUPINGS: readonly Grouping[] = ["model", "strategy", "week"]

/** Figures of the runs of a store. */
export type Stats = {
  readonly all: StatsRow
  /** The same with other guards, where some were given. */
  readonly with?: StatsRow
  readonly targets: readonly (SeedTarget & { readonly value: number | null; readonly met: boolean | null })[]
  readonly groups: readonly ({ readonly by: Grouping; readonly name: string } & StatsRow)[]
  /** Runs whose logs can't be read. */
  readonly unreadable: readonly { readonly id: string; readonly why: string }[]
}

/** Says what other guards would have made of a log. */
export type Replay = (entries: readonly LogEntry[]) => OtherGuards

/** Counts what is recorded of these runs, one log at a time. */
export async function statsOf(
  store: Pick<RunStore, "load">,
  headers: readonly RunHeader[],
  replay?: Replay,
): Promise<Stats> {
  const figures: RunFigures[] = []
  const guarded: RunFigures[] = []
  const unreadable: { id: string; why: string }[] = []
  for (const header of headers) {
    try {
      const entries = await store.load(header.id)
      figures.push(runFigures(header, entries))
      if (replay) guarded.push(runFigures(header, entries, replay(entries)))
    } catch (error) {
      unreadable.push({ id: header.id, why: messageOf(error) })
    }
  }
  const all = statsRow(figures)
  return {
    all,
    ...(replay ? { with: statsRow(guarded) } : {}),
    targets: TARGETS.map((target) => ({
      ...target,
      value: all[target.figure],
      met: isMet(target, all[target.figure]),
    })),
    groups: GROUPINGS.flatMap((by) => groupsOf(figures, by)),
    unreadable,
  }
}

/** Weeks in their order, the newest first; everything else by how many runs there are. */
function groupsOf(figures: readonly RunFigures[], by: Grouping): Stats["groups"] {
  const groups = [...Map.groupBy(figures, (run) => (by === "week" ? weekOf(run.createdAt) : run[by]))]
  const order = by === "week" ? (one: string, other: string) => (one < other ? 1 : -1) : undefined
  return groups
    .sort(([one, { length }], [other, { length: others }]) => order?.(one, other) ?? others - length)
    .map(([name, runs]) => ({ by, name, ...statsRow(runs) }))
}

const DAY_MS = 86_400_000

/** The week of ISO 8601, by UTC: `2026-W47`. */
export function weekOf(at: number): string {
  const day = new Date(at)
  // The week belongs to the year of its Thursday.
  const thursday = new Date(
    Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()) + (4 - (day.getUTCDay() || 7)) * DAY_MS,
  )
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  const week = 1 + Math.floor((thursday.getTime() - first) / (7 * DAY_MS))
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, "0")}`
}
