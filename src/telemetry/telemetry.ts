import type { Journal } from "../journal/journal.ts"
import type { AskedTrace, RunTrace, TraceHeaders } from "../protocol/log/trace.ts"
import type { ReachedOut, Tracing } from "../run/core/tracing.ts"
import { addPending } from "./pending.ts"
import { RunWatch } from "./run-watch.ts"
import type { TelemetrySink } from "./span-sink.ts"

/** A run that this process carries out, as far as its log tells. */
type WatchedRun = { readonly id: string; readonly journal: Pick<Journal, "subscribe" | "now"> }

/** Turns the logs of runs into traces and metrics while they are written. Whatever goes wrong here is no fault of a run's. */
export class Telemetry implements Tracing {
  readonly #sink: TelemetrySink
  readonly #watched = new Map<string, { readonly watch: RunWatch; readonly now: () => number }>()

  constructor(sink: TelemetrySink) {
    this.#sink = sink
  }

  place(runId: string, asked: AskedTrace | undefined): RunTrace | undefined {
    return harmless(() => this.#sink.place(runId, asked))
  }

  reach(runId: string, key: string, about: ReachedOut): TraceHeaders | undefined {
    const found = this.#watched.get(runId)
    return found && harmless(() => found.watch.reach(key, about, found.now()))
  }

  /** Follows a run until its work here has ended. */
  watch({ id, journal }: WatchedRun, ended: Promise<unknown>): void {
    const watch = new RunWatch(this.#sink, id)
    const now = () => journal.now()
    this.#watched.set(id, { watch, now })
    const stop = journal.subscribe((entry) => harmless(() => watch.hear(entry)))
    harmless(() => watch.goLive())
    const leave = () => {
      stop()
      this.#watched.delete(id)
      harmless(() => watch.leave(now()))
      addPending(this.#sink.flush())
    }
    ended.then(leave, leave)
  }

  /** A run that was only written down here: another process carries it out. */
  handOn(run: WatchedRun): void {
    this.watch(run, Promise.resolve())
  }
}

function harmless<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
