import type { JsonSchema } from "../../model/seam/model.ts"
import type { Belief } from "./belief.ts"
import { firstOf, isRequired, itemNames, mostItems, propertiesOf } from "./json-schema.ts"
import { listOf } from "./lists.ts"
import type { Seen } from "./seen.ts"
import type { Solver, Wanted } from "./solver.ts"

/** What an answer is made of. */
export type Grounds = {
  readonly solver: Solver
  readonly seen: Seen
  readonly belief: Belief
  /** What it would do next: the tasks of a plan. */
  readonly actions: readonly Wanted[]
  /** Leaves out what it may leave out. */
  readonly isTerse: boolean
  /** Words of the request for this answer: what it names is due. */
  readonly due: string
}

/** A value that fits the schema and says what the model believes, by the names of the fields. Knows no control by name. */
export function answerTo(schema: JsonSchema, grounds: Grounds, name = ""): unknown {
  const wanted = firstOf(schema)
  if ("const" in wanted) return wanted.const
  if (Array.isArray(wanted.enum)) return choose(wanted.enum as string[], name, grounds)
  switch (wanted.type) {
    case "array":
      return list(wanted, name, grounds)
    case "boolean":
      return isTrue(name, grounds.belief)
    case "integer":
    case "number":
      return figure(name, wanted, grounds)
    case "string":
      return words(name, wanted, grounds)
    default:
      return object(wanted, grounds)
  }
}

function object(schema: JsonSchema, grounds: Grounds): Record<string, unknown> {
  const known = propertiesOf(schema)
  const asked = known.filter(([name, part]) => isGiven(schema, name, part, grounds))
  const given = asked.length > 0 ? asked : known.filter(([name, part]) => isPossible(name, part, grounds))
  return Object.fromEntries(given.map(([name, part]) => [name, answerTo(part, grounds, name)]))
}

/** Where nobody says which part is due, those that make sense now. */
function isPossible(name: string, part: JsonSchema, { actions, belief, seen }: Grounds): boolean {
  if (firstOf(part).type !== "object") return false
  if (isPlan(part)) return actions.length > 0 && !belief.isDone
  return ASKS_FOR_ALL.test(name) ? belief.isDone : seen.toldTasks.length > 0
}

/** Parts of an envelope come when they are due; other fields when they must, or when there is something to say. */
function isGiven(schema: JsonSchema, name: string, part: JsonSchema, grounds: Grounds): boolean {
  if (isRequired(schema, name)) return true
  if (firstOf(part).type === "object") return isDue(name, part, grounds)
  return !grounds.isTerse && hasMore(name, grounds)
}

function isDue(name: string, part: JsonSchema, { due, actions, belief, solver }: Grounds): boolean {
  const asked = due.split(/(?<=\.)\s/).findLast((sentence) => sentence.includes(name) && isMeant(sentence, solver))
  if (asked === undefined) return false
  if (asked.includes(`Due: ${name}`)) return true
  if (isPlan(part)) return actions.length > 0 && !belief.isDone
  return ASKS_FOR_ALL.test(name) ? belief.isDone : true
}

/** What is said of work that is not simple. */
function isMeant(sentence: string, { complexity }: Solver): boolean {
  return !/\bif the request is not simple\b/i.test(sentence) || complexity !== "simple"
}

/** Summaries make sense at the end alone. */
const ASKS_FOR_ALL = /summar|answer|final/

function isPlan(schema: JsonSchema): boolean {
  return propertiesOf(firstOf(schema)).some(
    ([, part]) => part.type === "array" && itemNames(part).includes("arguments"),
  )
}

const WORTH_SAYING = /^(?:evidence|missing|changes|complexity|task_type|highlights|depend|reason$|result$|content$)/

function hasMore(name: string, { belief, seen }: Grounds): boolean {
  if (name === "merge") return true
  if (name === "settled") return belief.isDone && reportedIn(seen).length > 0
  if (name === "direct_answer") return belief.isDone
  return WORTH_SAYING.test(name) || IDS.test(name)
}

const YES = ["done", "completed", "complete", "end_phase", "yes", "all", "sequential", "coding"]
const NO = ["continue", "continue_phase", "in_progress", "partly", "partial", "no", "pending", "sequential", "coding"]

function choose(choices: readonly string[], name: string, { solver, belief }: Grounds): string {
  const own = [solver.complexity, solver.changes].find((word) => choices.includes(word))
  const isOver = OF_THE_PART.test(name) ? belief.isPartDone : belief.isDone
  return own ?? (isOver ? YES : NO).find((word) => choices.includes(word)) ?? choices[0] ?? ""
}

/** What is asked of the part in hand; everything else is asked of the whole. */
const OF_THE_PART = /phase|step|item|next_action|status/

function isTrue(name: string, belief: Belief): boolean {
  if (!/complete|done|fulfil|finished|success/.test(name)) return false
  return OF_THE_PART.test(name) ? belief.isPartDone : belief.isDone
}

const IDS = /^(?:completed|failed|done|proven)_?\w*tasks?|^evidence/

function list(schema: JsonSchema, name: string, grounds: Grounds): unknown[] {
  const { seen, belief, solver } = grounds
  if (name === "settled") return reportedIn(seen).map((label) => `${label}: ${shownBy(seen)}`)
  const made = listOf(itemNames(schema), grounds)
  if (made) return made.slice(0, mostItems(schema))
  const item = (schema.items ?? {}) as JsonSchema
  if (/integer|number/.test(String(item.type))) {
    const tasks = name === "evidence" && seen.toldTasks.every(({ isDone }) => !isDone) ? seen.allTasks : seen.toldTasks
    return tasks.filter(({ isDone }) => isDone !== /fail/.test(name)).map(({ id }) => id)
  }
  if (name === "missing") return belief.missing.map((goal) => (item.type === "object" ? named(item, goal) : goal))
  if (name === "requirements") return solver.parts.map(({ goal }) => goal)
  return Number(schema.minItems ?? 0) > 0 ? [answerTo(item, grounds, name)] : []
}

/** What was reported to it before the end, by its labels. */
function reportedIn({ news }: Seen): string[] {
  return [...news.matchAll(/^([a-z])\) /gm)].map(([, label = ""]) => label)
}

/** The newest task that it saw succeed, or a reason. */
function shownBy({ allTasks }: Seen): string {
  const last = allTasks.findLast(({ isDone }) => isDone)
  return last ? `task ${last.id}` : "there is nothing to change"
}

/** An item that is more than a word: its texts name what is meant. */
function named(schema: JsonSchema, text: string): Record<string, unknown> {
  const given = propertiesOf(schema).filter(([name]) => isRequired(schema, name))
  return Object.fromEntries(given.map(([name, { type }]) => [name, type === "string" ? text : 1]))
}

function figure(name: string, { maximum }: JsonSchema, { solver, seen, belief }: Grounds): number {
  if (/rate|share|progress/.test(name)) return belief.isPartDone ? 1 : 0.5
  if (/score|quality/.test(name)) return Number(maximum ?? 10)
  if (/tasks/.test(name)) return seen.calls.length
  if (/phases_completed/.test(name)) return belief.isDone ? solver.parts.length : Math.max(0, belief.part ?? 0)
  return /phases/.test(name) ? solver.parts.length : 1
}

function words(name: string, schema: JsonSchema, grounds: Grounds): string {
  const { solver, seen, belief, isTerse } = grounds
  if (/goal/.test(name)) return solver.goal
  if (isAnswer(name, schema, grounds)) return solver.answer(seen)
  if (/quality/.test(name)) return belief.isDone ? "good" : "unfinished"
  if (/why|reasoning|analysis|preview/.test(name)) return "The next thing to do."
  const state = belief.isPartDone ? "This part is done." : "Not done yet; more is to come."
  return isTerse
    ? state
    : [state, notesOf(solver, belief.isPartDone ? seen : (seen.latest ?? seen))].filter(Boolean).join("\n")
}

/** By its name, or because it is told to put it there: by the field itself, or by the message. */
function isAnswer(name: string, { description }: JsonSchema, { due, belief }: Grounds): boolean {
  if (/^(?:final_summary|summary|direct_answer|answer|text)$/.test(name)) return true
  if (belief.isDone && /\bthe whole answer\b.* if the request is done/.test(String(description ?? ""))) return true
  const told = due.split(/(?<=\.)\s/).find((sentence) => sentence.includes(name) && sentence.includes("whole answer"))
  return told !== undefined && (belief.isDone || !told.startsWith("If all is done"))
}

/** What is worth writing down, a line each: what it changed, and what the solver would keep. */
export function notesOf(solver: Solver, seen: Seen): string {
  return [...seen.changed.map((path) => `${path} was changed.`), solver.notes?.(seen) ?? ""].filter(Boolean).join("\n")
}
