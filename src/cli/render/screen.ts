import type { Phase, PlannedTask } from "../../protocol/control.ts"
import type { LiveEvent, LoggedEvent } from "../../protocol/event.ts"
import { EMPTY_RUN, foldRun, type RunView } from "../../view/run-view.ts"
import { lastLine, onOneLine } from "./text.ts"
import { duration } from "./units.ts"

/** What the tree is drawn from: the run's view, what is planned but not begun, and the latest droppable progress. */
export type Screen = {
  readonly view: RunView
  readonly phases: readonly Phase[]
  readonly plans: ReadonlyMap<string, readonly PlannedTask[]>
  /** The last line that each running task printed. */
  readonly output: ReadonlyMap<string, string>
  /** Why the model is asked again, until it answers. */
  readonly retry: string
  readonly retries: number
}

/** Before the first event. */
export const EMPTY_SCREEN: Screen = {
  view: EMPTY_RUN,
  phases: [],
  plans: new Map(),
  output: new Map(),
  retry: "",
  retries: 0,
}

/** Adds a fact; pure. */
export function foldScreen(screen: Screen, logged: LoggedEvent): Screen {
  const next = { ...screen, view: foldRun(screen.view, logged) }
  const { event } = logged
  switch (event.type) {
    case "phases.planned":
      return { ...next, phases: event.phases }
    case "plan.made":
      return { ...next, plans: new Map(screen.plans).set(event.stage, event.tasks) }
    case "model.called":
      return { ...next, retry: "" }
    default:
      return next
  }
}

/** Adds progress that is not kept; pure. */
export function foldLive(screen: Screen, event: LiveEvent): Screen {
  switch (event.type) {
    case "tool.progress": {
      const line = lastLine(event.text)
      return line === "" ? screen : { ...screen, output: new Map(screen.output).set(event.key, line) }
    }
    case "model.retried": {
      const retry = `retry in ${duration(event.wait_ms)}: ${onOneLine(event.reason)}`
      return { ...screen, retry, retries: screen.retries + 1 }
    }
    case "model.delta":
      return screen
  }
}
