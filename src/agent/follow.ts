import type { LiveEvent, LoggedEvent } from "../protocol/log/event.ts"
import type { RunResult } from "../protocol/log/run.ts"
import type { LiveRun } from "../run/lifecycle/live-run.ts"
import type { TellOptions } from "../run/lifecycle/requests/tell.ts"

/** A run under way in this process. */
export interface Run {
  readonly id: string
  /** Settles when the run ends or has to wait; every result carries a message. */
  readonly result: Promise<RunResult>
  /** All facts of the run from its beginning, until it ends or waits. */
  events(): AsyncIterable<LoggedEvent>
  /** Hears each fact as it is logged, those from before included. */
  onEvent(listener: (event: LoggedEvent) => void): () => void
  /** Hears droppable progress: text as it streams in, tool output. */
  onLive(listener: (event: LiveEvent) => void): () => void
  /**
   * Says something to the run that it hears before its next call of the model; kept in its log. `now`: the call under way is broken
   * off and asked again with it.
   */
  tell(text: string, options?: TellOptions): Promise<void>
  /** Ends the run with a report and without another model call; it can be resumed. */
  cancel(reason?: string): Promise<void>
  /** Ends the run as a limit of its own would: with a summary, incomplete. For limits of many runs together. */
  reachLimit(limit: string, used: number, allowed: number): void
  /** Stops carrying the run out without ending it: `result` rejects, nothing more is recorded, anybody may resume the run. */
  detach(): Promise<void>
}

/** Starts to carry a run out, for whoever wants to follow it. */
export function follow(run: LiveRun): Run {
  const result = run.carryOut()
  // Whoever only follows events must not be punished with an unhandled rejection.
  result.catch(() => {})
  return {
    id: run.id,
    result,
    events: () => eventsUntil(run, result),
    onEvent: (listener) => run.onEvent(listener),
    onLive: (listener) => run.onLive(listener),
    tell: (text, options) => run.tell(text, "user", options),
    cancel: (reason = "cancelled by the user") => run.cancel("user", reason),
    reachLimit: (limit, used, allowed) => run.reachLimit(limit, used, allowed),
    detach: async () => {
      run.detach()
      await result.catch(() => {})
    },
  }
}

async function* eventsUntil(run: LiveRun, result: Promise<RunResult>): AsyncIterable<LoggedEvent> {
  const queue: LoggedEvent[] = []
  let wake = () => {}
  let isOver = false
  const stop = run.onEvent((event) => {
    queue.push(event)
    wake()
  })
  const end = () => {
    isOver = true
    wake()
  }
  result.then(end, end)
  try {
    for (;;) {
      for (let event = queue.shift(); event; event = queue.shift()) yield event
      if (isOver) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    stop()
  }
}
