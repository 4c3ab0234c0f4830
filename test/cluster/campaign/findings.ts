import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { LogEntry } from "../../../src/journal/run-store.ts"
import { isEnd } from "../../../src/protocol/log/outcome.ts"
import type { RunHeader } from "../../../src/protocol/log/run.ts"
import { sourceIn } from "../../../src/protocol/log/source.ts"
import type { Blow } from "./faults.ts"
import type { House } from "./house.ts"
import { EFFECTS, noteName, noteText, ROUNDS } from "./mind.ts"
import { fileInBranch } from "./source.ts"

/** How often a fault was played, what it hit, and how long it took until another worker went on. */
export type FaultFindings = {
  readonly times: number
  readonly hit: number
  readonly takenOver: number
  /** Those whose successor was hit as well, before it wrote anything. */
  readonly hitAgain: number
  readonly median: number | null
  readonly worst: number | null
  /** How many runs that nobody had begun before were taken up while one waited for its successor: the places that it did not get. */
  readonly overtakenMedian: number | null
  readonly overtakenWorst: number | null
}

/** What a campaign found, looked at from outside. The first seven must be none. */
export type Findings = {
  readonly lost: number
  readonly withoutOneSummary: number
  readonly lateWrites: number
  readonly gaps: number
  /** Commands that were carried out twice; steps that were recorded twice. */
  readonly doneTwice: number
  readonly recordedTwice: number
  /** Notes that the log says were written, and are not there. */
  readonly notesMissing: number
  readonly runs: number
  readonly withSource: number
  readonly entries: number
  readonly unknownOutcomes: number
  readonly askedAgain: number
  /** How many runs were hit by anything, and how often one went from one worker to another. */
  readonly hitRuns: number
  readonly takeovers: number
  readonly faults: Readonly<Record<string, FaultFindings>>
}

export async function findingsOf(house: House, ids: readonly string[], blows: readonly Blow[]): Promise<Findings> {
  const logs = new Map<string, LogEntry[]>()
  for (const id of ids) logs.set(id, await house.store.load(id))
  const headers = await house.store.listRuns()
  const all = [...logs.values()]
  const count = (wrong: (log: LogEntry[]) => boolean) => all.filter(wrong).length
  const events = all.flatMap(eventsIn)
  return {
    lost: ids.length - headers.filter(({ state }) => isEnd(state)).length,
    withoutOneSummary: count((log) => eventsIn(log).filter(({ type }) => type === "summary.made").length !== 1),
    lateWrites: count(hasLateWrite),
    gaps: count((log) => log.some(({ seq }, index) => seq !== index + 1)),
    doneTwice: headers.filter((header) => hasTwice(linesOf(house, header))).length,
    recordedTwice: count((log) => hasTwice(log.map(({ key }) => key))),
    notesMissing: headers.reduce((sum, header) => sum + missingNotes(house, header, logs.get(header.id) ?? []), 0),
    runs: ids.length,
    withSource: headers.filter(({ workspace }) => sourceIn(workspace)).length,
    entries: all.reduce((sum, log) => sum + log.length, 0),
    unknownOutcomes: events.filter((event) => event.type === "task.ended" && event.status === "unknown").length,
    askedAgain: house.model.requests.length - events.filter(({ type }) => type === "model.called").length,
    hitRuns: new Set(blows.flatMap(({ held }) => held.map(({ runId }) => runId))).size,
    takeovers: all.reduce((sum, log) => sum + takeoversIn(log), 0),
    faults: Object.fromEntries(
      [...Map.groupBy(blows, ({ fault }) => fault)].map(([fault, some]) => [fault, faultOf(some, logs)]),
    ),
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

function hasTwice(lines: readonly string[]): boolean {
  return new Set(lines).size < lines.length
}

/** What commands left behind, a line each. */
function linesOf(house: House, header: RunHeader): string[] {
  return (fileOf(house, header, EFFECTS) ?? "").split("\n").filter(Boolean)
}

/** Of the notes whose writing is recorded as done. */
function missingNotes(house: House, header: RunHeader, log: readonly LogEntry[]): number {
  const written = new Set(
    eventsIn(log).flatMap((event) =>
      event.type === "task.ended" && event.status === "done" ? event.changes.map(({ path }) => path) : [],
    ),
  )
  const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1)
  return rounds.filter(
    (round) => written.has(noteName(round)) && fileOf(house, header, noteName(round)) !== noteText(round),
  ).length
}

/** A file as the run left it: in its folder, or in the branch of its source. */
function fileOf({ source }: House, { id, workspace }: RunHeader, name: string): string | undefined {
  if (sourceIn(workspace)) return fileInBranch(source, id, name)
  try {
    return readFileSync(join(workspace, name), "utf8")
  } catch {
    return undefined
  }
}

/** Until a successor wrote. Faults of the database leave every worker its runs, and entries have the time of their making. */
function faultOf(blows: readonly Blow[], logs: ReadonlyMap<string, LogEntry[]>): FaultFindings {
  const held = blows.flatMap(({ at, held: runs }) => runs.map((run) => ({ at, ...run })))
  const begun = [...logs.values()].flatMap((log) => log.find(({ lease }) => lease > 1)?.at ?? [])
  const waits = held.flatMap(({ at, runId, token }) => {
    const successor = logs.get(runId)?.find(({ lease }) => lease > token)
    if (!successor) return []
    const isMeanwhile = (time: number) => time > at && time < successor.at
    const isHitAgain = held.some((other) => other.runId === runId && isMeanwhile(other.at))
    return [{ ms: successor.at - at, isHitAgain, overtaken: begun.filter(isMeanwhile).length }]
  })
  const times = sorted(waits.map(({ ms }) => ms))
  const overtaken = sorted(waits.map((wait) => wait.overtaken))
  return {
    times: blows.length,
    hit: held.length,
    takenOver: waits.length,
    hitAgain: waits.filter(({ isHitAgain }) => isHitAgain).length,
    median: middle(times),
    worst: times.at(-1) ?? null,
    overtakenMedian: middle(overtaken),
    overtakenWorst: overtaken.at(-1) ?? null,
  }
}

function sorted(values: readonly number[]): number[] {
  return values.toSorted((left, right) => left - right)
}

function middle(values: readonly number[]): number | null {
  return values[values.length >> 1] ?? null
}
