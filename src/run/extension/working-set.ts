import type { LogEntry, LogRecord } from "../../journal/run-store.ts"
import { estimateTokens } from "../../model/seam/tokens.ts"
import { idIn, isWithin, keyIn, nameOf, numbered, parentOf, REPLY } from "../../protocol/log/key.ts"
import { parseJson } from "../../text/parse-json.ts"
import { pathsOf, traitsOf } from "../../tools/subject.ts"
import type { AnyTool } from "../../tools/tool.ts"
import { isOutcome } from "../tasks/run-task.ts"

/** A file as a task read it, whole. */
export type ReadFile = { readonly path: string; readonly text: string }

/** No part is handed more than this, nor more than a tenth of the model's window. */
const MOST_TOKENS = 8000

/**
 * The files that were read in these stages and not changed since, newest first, whole ones only, as many as fit. They are taken from the
 * log: what stands there was allowed, and is redacted.
 */
export function workingSet(
  entries: readonly LogEntry[],
  from: readonly string[],
  { tools, window }: { readonly tools: readonly AnyTool[]; readonly window: number },
): readonly Reading[] {
  let room = Math.min(MOST_TOKENS, window / 10)
  const changedAt = lastChanges(entries)
  return filesRead(entries, from, tools).flatMap((file) => {
    const tokens = estimateTokens(file.text)
    if ((changedAt.get(file.path) ?? -1) > file.at || tokens > room) return []
    room -= tokens
    return [file]
  })
}

/** A reading of a file, as a whole or not, and where in the log it stands. */
type Reading = ReadFile & { readonly key: string; readonly at: number; readonly isWhole: boolean }

/** Each file as it was read last, newest first. */
export function filesRead(
  entries: readonly LogEntry[],
  from: readonly string[],
  tools: readonly AnyTool[],
): readonly Reading[] {
  const found = new Map<string, Reading>()
  for (const reading of readingsIn(entries, from, tools)) {
    if (!reading.isWhole) continue
    found.delete(reading.path)
    found.set(reading.path, reading)
  }
  return [...found.values()].reverse()
}

/** The keys of readings that are out of date: the file was changed since. */
export function outdatedReadings(
  entries: readonly LogEntry[],
  from: readonly string[],
  tools: readonly AnyTool[],
): ReadonlySet<string> {
  const changedAt = lastChanges(entries)
  const readings = readingsIn(entries, from, tools)
  return new Set(readings.filter(({ path, at }) => (changedAt.get(path) ?? -1) > at).map(({ key }) => key))
}

function readingsIn(entries: readonly LogEntry[], from: readonly string[], tools: readonly AnyTool[]): Reading[] {
  const calls = new Map<string, unknown>()
  return [...entries.entries()].flatMap(([at, { key, record }]) => {
    if (!from.some((stage) => isWithin(key, stage))) return []
    keepCalls(calls, key, record)
    if (record.kind !== "step" || !isOutcome(record.value) || record.value.status !== "done") return []
    const { tool, text } = record.value
    const input = calls.get(key)
    const path = pathRead(tools, tool, input)
    return path === undefined ? [] : [{ key, path, text, at, isWhole: isOnlyPath(input) && !isInPart(text) }]
  })
}

/** What each task was called with: a reply's calls are its tasks, in order, and a round's are those of its plan. */
function keepCalls(calls: Map<string, unknown>, key: string, record: LogRecord): void {
  if (record.kind === "event" && record.event.type === "plan.made") {
    const { stage, tasks } = record.event
    for (const { id, arguments: input } of tasks) calls.set(keyIn(stage, numbered("task", id)), input)
  }
  if (record.kind === "step" && nameOf(key) === REPLY)
    for (const [index, input] of callsOf(record.value).entries())
      calls.set(keyIn(parentOf(key), numbered("task", index + 1)), input)
}

function callsOf(reply: unknown): unknown[] {
  if (typeof reply !== "object" || reply === null || !("calls" in reply) || !Array.isArray(reply.calls)) return []
  return reply.calls.map((call) => {
    const input = parseJson(String(call.arguments))
    return input.ok ? input.value : undefined
  })
}

/** A file that was too long for one reading says so in the last line. */
function isInPart(text: string): boolean {
  return /\[[^\n]*\blines 1-\d+ of [^\n]*\]$/.test(text)
}

/** The file that a call read. */
function pathRead(tools: readonly AnyTool[], name: string, input: unknown): string | undefined {
  const tool = tools.find((known) => known.name === name)
  if (!tool || !traitsOf(tool).file || typeof input !== "object" || input === null) return undefined
  return typeof Object.values(input)[0] === "string" ? pathsOf(tool, input)?.[0] : undefined
}

/** A call that names nothing but its path reads all of it. */
function isOnlyPath(input: unknown): boolean {
  return typeof input === "object" && input !== null && Object.keys(input).length === 1
}

function lastChanges(entries: readonly LogEntry[]): ReadonlyMap<string, number> {
  const changed = new Map<string, number>()
  for (const [at, { key, record }] of entries.entries()) {
    if (record.kind !== "event" || idIn(key, "verify") !== undefined) continue
    const { event } = record
    if (event.type !== "task.ended" && event.type !== "checkpoint.made") continue
    for (const { path } of event.changes) changed.set(path, at)
  }
  return changed
}
