import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { LogEntry } from "../../../src/journal/run-store.ts"
import { isEnd } from "../../../src/protocol/outcome.ts"
import type { Blow } from "./faults.ts"
import type { House } from "./house.ts"

/** What a campaign found, looked at from outside. The first five must be none. */
export type Findings = {
  readonly lost: number
  readonly withoutOneSummary: number
  readonly lateWrites: number
  readonly gaps: number
  readonly doneTwice: number
  readonly runs: number
  readonly entries: number
  readonly unknownOutcomes: number
  readonly askedAgain: number
  /** How often a run went from one worker to another, and how many of these had lost theirs. */
  readonly takeovers: number
  readonly hit: number
  /** Runs whose holder was hit, and how long it took until somebody else wrote in them, in milliseconds. */
  readonly failovers: Readonly<
    Record<string, { readonly runs: number; readonly median: number; readonly worst: number }>
  >
}

export async function findingsOf(house: House, ids: readonly string[], blows: readonly Blow[]): Promise<Findings> {
  const logs = new Map<string, LogEntry[]>()
  for (const id of ids) logs.set(id, await house.store.load(id))
  const headers = await house.store.listRuns()
  const all = [...logs.values()]
  const count = (wrong: (log: LogEntry[]) => boolean) => all.filter(wrong).length
  const calls = all.flatMap(eventsIn).filter(({ type }) => type === "model.called").length
  const effects = headers.map(({ workspace }) => effectsIn(workspace))
  return {
    lost: ids.length - headers.filter(({ state }) => isEnd(state)).length,
    withoutOneSummary: count((log) => eventsIn(log).filter(({ type }) => type === "summary.made").length !== 1),
    lateWrites: count(hasLateWrite),
    gaps: count((log) => log.some(({ seq }, index) => seq !== index + 1)),
    doneTwice: effects.filter((times) => times > 1).length,
    runs: ids.length,
    entries: all.reduce((sum, log) => sum + log.length, 0),
    unknownOutcomes: all.flatMap(eventsIn).filter((event) => event.type === "task.ended" && event.status === "unknown")
      .length,
    askedAgain: house.model.requests.length - calls,
    takeovers: all.reduce((sum, log) => sum + takeoversIn(log), 0),
    hit: blows.reduce((sum, { held }) => sum + held.length, 0),
    failovers: failoversOf(blows, logs),
  }
}

function eventsIn(log: readonly LogEntry[]) {
  return log.flatMap(({ record }) => (record.kind === "event" ? [record.event] : []))
}

/** An entry of an older claim after one of a newer. */
function hasLateWrite(log: readonly LogEntry[]): boolean {
  const tokens = log.map(({ lease }) => lease).filter((token) => token > 0)
  return tokens.some((token, index) => token < (tokens[index - 1] ?? 0))
}

/** The first claim is its maker's. */
function takeoversIn(log: readonly LogEntry[]): number {
  const writers = new Set(log.map(({ lease }) => lease).filter((token) => token > 1))
  return Math.max(0, writers.size - 1)
}

/** How often the command was carried out. */
function effectsIn(workspace: string): number {
  const file = join(workspace, "effects.log")
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").length : 0
}

function failoversOf(blows: readonly Blow[], logs: ReadonlyMap<string, LogEntry[]>): Findings["failovers"] {
  const times = new Map<string, number[]>()
  for (const { fault, at, held } of blows)
    for (const { runId, token } of held) {
      const next = logs.get(runId)?.find(({ lease }) => lease > token)
      if (next) times.set(fault, [...(times.get(fault) ?? []), next.at - at])
    }
  return Object.fromEntries(
    [...times].map(([fault, list]) => {
      const sorted = list.toSorted((left, right) => left - right)
      return [fault, { runs: list.length, median: sorted[list.length >> 1] ?? 0, worst: sorted.at(-1) ?? 0 }]
    }),
  )
}
