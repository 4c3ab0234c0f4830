import { loggedEvent } from "../../journal/journal.ts"
import type { LogEntry } from "../../journal/run-store.ts"
import type { DurableEvent } from "../../protocol/log/event.ts"
import { isEnd, type RunState } from "../../protocol/log/outcome.ts"
import { Finder, type Lists, OwnLists } from "../../view/lists.ts"
import { EMPTY_RUN, foldRunInto, type RunView, type StageView } from "../../view/run-view.ts"
import { isWorking } from "./run-state.ts"

/**
 * What guards and the engine know of a run: a fold over its log in `seq` order, and nothing else.
 * Nothing of it is saved, so nothing can disagree with the log.
 */
export class Tally {
  #view: RunView = EMPTY_RUN
  /** What is in nobody's hands yet may be changed in place: while a log is loaded nobody looks. */
  #lists: Lists | undefined
  /** `seq` of the entry that opened the current epoch. */
  epochStart = 0
  /** How often the run has waited for somebody. */
  waits = 0
  /** The last state in which it worked; where a paused run goes back to. */
  working: RunState = "INTAKE"
  #activeMs = 0
  /** Up to a signal from outside; active only if the same process writes again. */
  #unsureMs = 0
  #lease = 0
  /** Of tasks, by their keys; and the last one that a task has or is going to have. */
  readonly #numbers = new Map<string, number>()
  #lastNumber = 0
  #last: LogEntry | undefined

  add(entry: LogEntry): void {
    this.#addTime(entry)
    this.#last = entry
    if (entry.lease !== 0) this.#lease = entry.lease
    const logged = loggedEvent(entry)
    if (!logged) return
    this.#lists ??= this.#startAnew()
    foldRunInto(this.#lists, this.#view, logged)
    this.#addNumber(logged.event)
    this.#addState(entry, logged.event.type)
  }

  /** As it stands, for good: what is added later is not seen in it. */
  get view(): RunView {
    this.#lists = undefined
    return this.#view
  }

  /** As it stands, for a look: neither it nor its lists may be kept. */
  get current(): RunView {
    return this.#view
  }

  /** A stage as it stands; a long run has many. */
  stage(id: string): StageView | undefined {
    const { stages } = this.#view
    return stages[finder.lastOf(stages, id, idOf)]
  }

  /** The number of the first of so many tasks of a place, of which some may have theirs already. */
  takeNumbers(keys: readonly string[]): number {
    const known = keys.findIndex((key) => this.#numbers.has(key))
    const first = known < 0 ? this.#lastNumber + 1 : (this.#numbers.get(keys[known] ?? "") ?? 0) - known
    this.#lastNumber = Math.max(this.#lastNumber, first + keys.length - 1)
    return first
  }

  #startAnew(): Lists {
    this.#view = { ...this.#view }
    return new OwnLists()
  }

  /** Time spent working: neither downtime between two claims nor time in which a question was open. */
  activeMs(now: number, lease: number, openedAt = now): number {
    if (lease === this.#lease) return this.#activeMs + this.#unsureMs + this.#workedUntil(now)
    // A process that has written nothing yet works since it took the run up.
    return this.#activeMs + (this.#isWorking ? Math.max(0, now - openedAt) : 0)
  }

  get #isWorking(): boolean {
    return this.#view.questions.length === 0 && !isEnd(this.#view.state)
  }

  #addNumber(event: DurableEvent): void {
    if (event.type !== "task.started" && event.type !== "task.ended") return
    const { task, id, number = id } = event
    this.#numbers.set(task, number)
    this.#lastNumber = Math.max(this.#lastNumber, number)
  }

  #addTime(entry: LogEntry): void {
    const worked = this.#workedUntil(entry.at)
    if (entry.lease === 0) {
      this.#unsureMs += worked
      return
    }
    if (entry.lease === this.#lease) this.#activeMs += this.#unsureMs + worked
    this.#unsureMs = 0
  }

  #workedUntil(at: number): number {
    return this.#last && this.#isWorking ? Math.max(0, at - this.#last.at) : 0
  }

  #addState(entry: LogEntry, type: string): void {
    if (type === "run.started" || type === "run.resumed") this.epochStart = entry.seq
    if (type !== "state.changed") return
    if (this.#view.state === "WAITING") this.waits += 1
    if (isWorking(this.#view.state)) this.working = this.#view.state
  }
}

const finder = new Finder()
const idOf = ({ id }: StageView) => id

/** A whole log, folded. */
export function tallyOf(entries: readonly LogEntry[]): Tally {
  const tally = new Tally()
  for (const entry of entries) tally.add(entry)
  return tally
}
