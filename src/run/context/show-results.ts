import { estimateTokens } from "../../model/seam/tokens.ts"
import type { PlannedTask } from "../../protocol/log/control.ts"
import type { DurableEvent, ShownResult } from "../../protocol/log/event.ts"
import { factKey, keyIn, numbered, shortKey } from "../../protocol/log/key.ts"
import { contextLimit, freshLimits } from "../core/context-limit.ts"
import type { RunParts } from "../core/run-parts.ts"
import { measureContext } from "../model-call/context-size.ts"
import type { TaskOutcome } from "../tasks/run-task.ts"
import type { Conversation } from "./conversation.ts"
import { cutResult, NOTE_TOKENS, rangesText } from "./cut-result.ts"
import { isBinary } from "./digest.ts"
import { isRepetitive } from "./repeats.ts"
import { aboutOf, callOf, LEAST_NAMED } from "./round-note.ts"
import { shownText } from "./shown-text.ts"
import { waterLevel } from "./water-level.ts"

/** A task's end with what the model is shown of it. */
export type ShownOutcome = TaskOutcome & {
  readonly shown: string
  /** What the call was about, in a few words: a path, a command. */
  readonly about: string
  /** Whether that is all of it. */
  readonly isWhole: boolean
}

/** A round whose tasks have ended; `conversation`: where its results are going to stand. */
export type Fresh = {
  readonly tasks: readonly PlannedTask[]
  readonly outcomes: readonly TaskOutcome[]
  readonly conversation?: Conversation | undefined
}

/**
 * What a round shows of its results: as much as a round may bring, the largest cut first, and what stands whole in the conversation
 * already only by its name. Recorded once, and read on replay: the same bytes, whatever the model's window is by then.
 */
export function showResults(parts: RunParts, path: string, fresh: Fresh): ShownOutcome[] {
  const { outcomes, tasks } = fresh
  const results = recorded(parts, path) ?? record(parts, path, fresh)
  return outcomes.map((outcome) => {
    const result = results.find(({ id }) => id === outcome.id) ?? { id: outcome.id }
    const task = tasks.find(({ id }) => id === outcome.id)
    const isWhole = result.lines === undefined && result.as === undefined
    return {
      ...outcome,
      about: aboutOf(task?.arguments ?? {}),
      shown: shownText(parts, { path, task, outcome, result }),
      isWhole,
    }
  })
}

function recorded({ journal }: RunParts, path: string): readonly ShownResult[] | undefined {
  const record = journal.find(factKey(path, SHOWN))?.record
  return record?.kind === "event" && record.event.type === SHOWN ? record.event.results : undefined
}

const SHOWN = "results.shown"

function record(parts: RunParts, path: string, fresh: Fresh): readonly ShownResult[] {
  const sizes = fresh.outcomes.map(({ text }) => estimateTokens(text))
  if (isShort(fresh, sizes)) return fresh.outcomes.map(({ id }) => ({ id }))
  const results = chosen(parts, path, fresh, sizes)
  const left = results.reduce((sum, result, index) => sum + leftOut(sizes[index] ?? 0, result), 0)
  const event: DurableEvent = {
    type: SHOWN,
    stage: path,
    results: [...results],
    ...(left > 0 ? { left_out: left } : {}),
  }
  // With whatever is written next, and before the next effect: that is the judge, or the next reply.
  parts.journal.writeLater([{ key: factKey(path, SHOWN), record: { kind: "event", event } }])
  return results
}

/** A few words fit into every window, whole: that is decided by themselves alone, and needs no record. */
function isShort({ outcomes }: Fresh, sizes: readonly number[]): boolean {
  return (
    sizes.every((size) => size <= LEAST_NAMED) &&
    sum(sizes) <= MOST_SHORT &&
    !outcomes.some(({ text }) => isBinary(text))
  )
}

function leftOut(size: number, { as, tokens = size }: ShownResult): number {
  return as === undefined ? Math.max(0, size - tokens) : size
}

function chosen(parts: RunParts, path: string, fresh: Fresh, sizes: readonly number[]): ShownResult[] {
  const limits = freshLimits(contextLimit(parts, parts.model))
  const isWorthNaming = sizes.some((size) => size > LEAST_NAMED)
  const standing = isWorthNaming ? standingBefore(parts, fresh, Math.min(limits.round, sum(sizes))) : NOTHING
  const named = namesOf(fresh, path, sizes, standing)
  const shown = sizes.filter((_size, index) => named[index] === undefined)
  const level = waterLevel(shown, limits.round, limits.single)
  return fresh.outcomes.map((outcome, index) => {
    const as = named[index]
    if (as !== undefined) return { id: outcome.id, as }
    const size = sizes[index] ?? 0
    if (size > level || isBinary(outcome.text)) return cutTo(parts, outcome, level)
    return isRead(parts, outcome) || !isRepetitive(outcome.text)
      ? { id: outcome.id }
      : cutTo(parts, outcome, size + NOTE_TOKENS)
  })
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0)
}

function cutTo(parts: RunParts, outcome: TaskOutcome, level: number): ShownResult {
  const { id, tool, text } = outcome
  if (isBinary(text)) return { id, lines: "", tokens: 0 }
  const isAskedFor = parts.tools.get(tool)?.isAskedFor
  const { lines, clip } = cutResult(text, level, isRead(parts, outcome) ? (isAskedFor ?? "head") : "ends")
  return { id, lines: rangesText(lines), ...(clip === undefined ? {} : { clip }), tokens: level }
}

/** What was read is wanted as it is. */
function isRead(parts: RunParts, { tool, status }: TaskOutcome): boolean {
  return status === "done" && parts.tools.get(tool)?.access === "read"
}

/** Under which id each result stands already, before this round or in it; a few words are told again: that is shorter. */
function namesOf(
  { outcomes, tasks }: Fresh,
  path: string,
  sizes: readonly number[],
  standing: ReadonlyMap<string, string>,
): (string | undefined)[] {
  const known = new Map(standing)
  return outcomes.map((outcome, index) => {
    if ((sizes[index] ?? 0) <= LEAST_NAMED) return undefined
    const task = tasks.find(({ id }) => id === outcome.id)
    const call = callOf(task, outcome)
    const as = known.get(call)
    if (as === undefined) known.set(call, shortKey(keyIn(path, numbered("task", outcome.id))))
    return as
  })
}

const MOST_SHORT = 240
const NOTHING: ReadonlyMap<string, string> = new Map()

/**
 * What stands whole in the conversation and stays there for the next call: where that would be too long, only the rounds count that
 * compaction leaves whole beside this one.
 */
function standingBefore(parts: RunParts, { conversation }: Fresh, fresh: number): Map<string, string> {
  if (!conversation) return new Map()
  const size = measureContext(parts, conversation.messages, []) + fresh
  const isFull = size > ROOM_SHARE * contextLimit(parts, parts.model)
  const rounds = conversation.wholeRounds
  const { keep_rounds } = parts.environment.limits
  const safe = isFull ? rounds.slice(Math.max(0, rounds.length - keep_rounds + 1)) : rounds
  return new Map(
    safe.flatMap(({ tasks }) => tasks.flatMap((task) => (task.whole ? [[task.whole, task.artifact]] : []))),
  )
}

/** The tool list and what is told beside the results take their part, too. */
const ROOM_SHARE = 0.75
