import { loggedEvent } from "../journal/journal.ts"
import type { LogEntry } from "../journal/run-store.ts"
import { isEnd, type RunState } from "../protocol/outcome.ts"
import { EMPTY_RUN, foldRun, type RunView } from "../view/run-view.ts"
import { isWorking } from "./run-state.ts"

/**
 * What guards and the engine know of a run: a fold over its log in `seq` order, and nothing else.
 * Nothing of it is saved, so nothing can disagree with the log.
 */
export class Tally {
  view: RunView = EMPTY_RUN
  /** `seq` of the entry that opened the current epoch. */
  epochStart = 0
  /** How often the run has waited for somebody. */
  waits = 0
  /** The last state in which it worked; where a paused run goes back to. */
  working: RunState = "INTAKE"
  #activeMs = 0
  #last: LogEntry | undefined

  add(entry: LogEntry): void {
    this.#addTime(entry)
    this.#last = entry
    const logged = loggedEvent(entry)
    if (!logged) return
    this.view = foldRun(this.view, logged)
    this.#addState(entry, logged.event.type)
  }

  /** Time spent working: neither downtime between two claims nor time in which a question was open. */
  activeMs(now: number, lease: number): number {
    return this.#activeMs + (this.#last && this.#counts(lease) ? Math.max(0, now - this.#last.at) : 0)
  }

  #addTime(entry: LogEntry): void {
    if (this.#last && this.#counts(entry.lease)) this.#activeMs += Math.max(0, entry.at - this.#last.at)
  }

  #counts(lease: number): boolean {
    return this.#last?.lease === lease && this.view.questions.length === 0 && !isEnd(this.view.state)
  }

  #addState(entry: LogEntry, type: string): void {
    if (type === "run.started" || type === "run.resumed") this.epochStart = entry.seq
    if (type !== "state.changed") return
    if (this.view.state === "WAITING") this.waits += 1
    if (isWorking(this.view.state)) this.working = this.view.state
  }
}
