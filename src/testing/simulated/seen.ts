import type { Message } from "../../protocol/log/message.ts"
import type { Action } from "./solver.ts"

/** A task of a plan of the model's own, as it was told of it. */
export type ToldTask = { readonly id: number; readonly tool: string; readonly isDone: boolean }

/**
 * What the messages of one request show. A simulated model knows nothing else: what was folded or cut away is forgotten.
 * Its own words are not part of it, since saying something proves nothing.
 */
export class Seen {
  /** Everything that was told, in its order. */
  readonly text: string
  /** What was told since the model's last reply. */
  readonly news: string
  /** The same, as if nothing else were known. */
  readonly latest: Seen | undefined
  /** The tools that it called or planned, as far as the transcript still has them. */
  readonly calls: readonly Action[]
  /** Its last reply did no work: it spoke, or answered a question in a fixed shape. */
  readonly isIdle: boolean
  readonly #changes: ReadonlyMap<string, number>

  constructor(messages: readonly Message[]) {
    const last = messages.findLastIndex(({ role }) => role === "assistant")
    this.text = toldBy(messages)
    this.news = toldBy(messages.slice(last + 1))
    this.latest = last < 0 ? undefined : new Seen(messages.slice(last + 1))
    this.#changes = new Map(this.all(CHANGE).map(({ index, ...names }) => [names[1] ?? names[2] ?? "", index]))
    this.calls = messages.flatMap(actionsIn)
    this.isIdle = messages
      .slice(last, last + 1)
      .every((reply) => actionsIn(reply).every(({ tool }) => CONTROL.test(tool)))
  }

  has(pattern: RegExp | string): boolean {
    return typeof pattern === "string" ? this.text.includes(pattern) : pattern.test(this.text)
  }

  /** All matches of a global pattern. */
  all(pattern: RegExp): RegExpExecArray[] {
    return [...this.text.matchAll(pattern)] as RegExpExecArray[]
  }

  /** Where it was told last; -1 if never. */
  lastAt(pattern: RegExp): number {
    return this.all(pattern).at(-1)?.index ?? -1
  }

  /** How often it called a tool like this, as far as it can still see. */
  tried(tool: string, isMeant: (input: Action["arguments"]) => boolean = () => true): number {
    return this.calls.filter((call) => call.tool === tool && isMeant(call.arguments)).length
  }

  /** Where it was told last that it changed this file: by a result, by what is remembered of one, by a fact, by its own notes. */
  changedAt(path: string): number {
    return this.#changes.get(path) ?? -1
  }

  /** All files that it knows to have changed. */
  get changed(): readonly string[] {
    return [...this.#changes.keys()]
  }

  /** The tasks that were told of since the model's last reply, in their order. */
  get toldTasks(): readonly ToldTask[] {
    return tasksIn(this.news)
  }

  /** All tasks that can be seen. */
  get allTasks(): readonly ToldTask[] {
    return tasksIn(this.text)
  }
}

/** How controls are called; everything else is work. */
const CONTROL = /_(?:done|write|result|steps|planner|analyser|tasks|call|exception)$|^(?:advance|think|summarizer)$/

const CHANGE = /\b(?:Edited|Wrote|edit_file|write_file) (\S+?)(?: \(|: done)|(\S+) (?:\((?:changed|new)\)|was changed)/g

function tasksIn(text: string): ToldTask[] {
  const found = [...text.matchAll(/^Task (\d+) (\w+)(?: .*)?: (\w+)$/gm)]
  return found.map(([, id, tool = "", status]) => ({ id: Number(id), tool, isDone: status === "done" }))
}

/** Transcripts only grow: each message is read once. */
const known = new WeakMap<Message, readonly Action[]>()

function actionsIn(message: Message): readonly Action[] {
  if (message.role !== "assistant") return []
  const found = known.get(message) ?? message.calls.flatMap((call) => actionsOf(call.name, parsed(call.arguments)))
  known.set(message, found)
  return found
}

/** A call of a tool, or the tasks of a plan wherever they stand in it. */
function actionsOf(tool: string, input: unknown): Action[] {
  const planned = tasksOf(input)
  return planned.length > 0 ? planned : [{ tool, arguments: asRecord(input) }]
}

function tasksOf(value: unknown): Action[] {
  if (typeof value !== "object" || value === null) return []
  if (Array.isArray(value)) return value.flatMap(tasksOf)
  const { tool, arguments: input } = value as Record<string, unknown>
  if (typeof tool === "string" && typeof input === "object") return [{ tool, arguments: asRecord(input) }]
  return Object.values(value).flatMap(tasksOf)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toldBy(messages: readonly Message[]): string {
  return messages
    .filter(({ role }) => role === "user" || role === "tool")
    .map(({ text }) => text)
    .join("\n")
}
