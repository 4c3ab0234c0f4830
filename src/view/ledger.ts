import { isWithin } from "../protocol/log/key.ts"
import { type OpenPart, partsNotDone } from "./open-parts.ts"
import { leadingNumber, sharesTerm } from "./request-terms.ts"
import type { RunView } from "./run-view.ts"

/** One thing that the run was asked for, and how it stands. */
export type Requirement = {
  readonly number: number
  readonly text: string
  readonly status: "met" | "open" | "dropped"
  /** What shows that it is met, by the numbers of the tasks; empty where only the whole was declared done. */
  readonly tasks: readonly number[]
  /** What keeps it open. */
  readonly open: readonly OpenReason[]
  /** Why it was dropped, in the user's words or those that the user answered. */
  readonly reason?: string
}

/** A part that serves it and is not done, what the last answer calls missing, or that no part serves it. */
export type OpenReason =
  | { readonly kind: "part"; readonly part: OpenPart }
  | { readonly kind: "missing"; readonly text: string }
  | { readonly kind: "unserved" }

/**
 * The requirements of a run: those of its analysis, numbered in their order, and then whatever the user added. A run without an analysis has
 * one, the request itself. Only the newest plan counts.
 */
export function ledgerOf(view: RunView): readonly Requirement[] {
  if (view.environment?.literal) return []
  const asked = requirementsOf(view)
  const parts = partsNotDone(view)
  const missing = missingIn(view)
  return asked.map((text, index) => requirement(view, { number: index + 1, text, asked, parts, missing }))
}

function requirementsOf({ analysis, request, words }: RunView): readonly string[] {
  const read = analysis?.requirements ?? []
  return [...(read.length > 0 ? read : [request]), ...words.map(({ text }) => text)]
}

/** By the gate, or where a limit left no room for it by the end itself. */
function missingIn({ gate, outcome }: RunView): readonly string[] {
  return gate?.missing ?? (outcome?.status === "incomplete" ? (outcome.missing ?? []) : [])
}

type Place = {
  readonly number: number
  readonly text: string
  readonly asked: readonly string[]
  readonly parts: readonly OpenPart[]
  readonly missing: readonly string[]
}

function requirement(view: RunView, place: Place): Requirement {
  const { number, text } = place
  const dropped = view.settled.find((one) => one.by === "user" && isAbout(view, place, one.about))
  if (dropped) return { number, text, status: "dropped", tasks: [], open: [], reason: dropped.text }
  const about = `requirement:${number}`
  const settled = view.settled.find((one) => one.about === about)
  const open = openReasons(view, place, settled !== undefined)
  const shown = settled ? numbersOfTasks(view, settled.tasks) : tasksOf(view, number)
  const isMet = open.length === 0 && (view.gate !== null || view.outcome?.status === "done" || shown.length > 0)
  return { number, text, status: isMet ? "met" : "open", tasks: isMet ? shown : [], open }
}

/** Whether what was settled is this requirement and no other: itself, a phase that names it alone, or what was missing of it. */
function isAbout({ phases }: RunView, { number, asked }: Place, about: string): boolean {
  const [kind, name] = [about.slice(0, about.indexOf(":")), about.slice(about.indexOf(":") + 1)]
  if (kind === "requirement") return name === String(number)
  if (kind === "phase") return isOnly(phases.find(({ id }) => String(id) === name)?.for ?? [], number)
  return kind === "missing" && asked.length > 1 && isOnly(numbersOf(name, asked), number)
}

function isOnly(numbers: readonly number[], number: number): boolean {
  return numbers.length === 1 && numbers[0] === number
}

function openReasons(view: RunView, { number, asked, parts, missing }: Place, isSettled: boolean): OpenReason[] {
  const undone = parts.filter(({ serves }) => serves === undefined || serves.length === 0 || serves.includes(number))
  return [
    ...undone.map((part): OpenReason => ({ kind: "part", part })),
    ...missing
      .filter(
        (item) => numbersOf(item, asked).includes(number) || (number === 1 && numbersOf(item, asked).length === 0),
      )
      .map((item): OpenReason => ({ kind: "missing", text: item })),
    ...(isSettled || isServed(view, number) ? [] : [{ kind: "unserved" } as const]),
  ]
}

/** The requirements that an item of the last answer is about: by its number, else by its words. */
function numbersOf(item: string, asked: readonly string[]): readonly number[] {
  const number = leadingNumber(item)
  if (number >= 1 && number <= asked.length) return [number]
  return asked.flatMap((text, index) => (sharesTerm(item, text) ? [index + 1] : []))
}

/** Phases that name what they serve may leave something out; words that came on the way were heard by the parts that followed. */
function isServed({ phases, analysis }: RunView, number: number): boolean {
  const isRead = number <= (analysis?.requirements.length ?? 0)
  if (!isRead || phases.length === 0) return true
  return phases.some(({ for: serves }) => serves === undefined || serves.length === 0 || serves.includes(number))
}

function numbersOfTasks({ tasks }: RunView, keys: readonly string[]): readonly number[] {
  return tasks.flatMap(({ key, number }) => (keys.includes(key) ? [number] : []))
}

/** Tasks that succeeded in phases that name this requirement: those that changed something, else all. */
function tasksOf({ phases, tasks }: RunView, number: number): readonly number[] {
  const serving = phases.filter(({ for: serves }) => serves?.includes(number)).map(({ id }) => `phase-${id}`)
  const done = tasks.filter(({ key, status }) => status === "done" && serving.some((place) => isWithin(key, place)))
  const deeds = done.filter(({ changes }) => changes.length > 0)
  return [...new Set((deeds.length > 0 ? deeds : done).map(({ number }) => number))].slice(0, MOST_TASKS)
}

const MOST_TASKS = 6
