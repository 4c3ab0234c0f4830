import { languageHere } from "../../../host/user-language.ts"
import type { Phase, PlannedTask } from "../../../protocol/log/control.ts"
import type { LiveEvent, LoggedEvent } from "../../../protocol/log/event.ts"
import { nameOf, REPLY } from "../../../protocol/log/key.ts"
import { progressWords } from "../../../text/words/call-progress.ts"
import { duration } from "../../../text/words/units.ts"
import { COPYING, type Lists, OwnLists } from "../../../view/lists.ts"
import { EMPTY_RUN, foldRunWith, type RunView, type TaskView } from "../../../view/run-view.ts"
import { onOneLine } from "../../paint/text.ts"
import { sayTree } from "../../words/tree-words.ts"
import { missedLine } from "../events/describe-event.ts"
import { busyWords } from "./busy-words.ts"

/** What the tree is drawn from: the run's view, what is planned but not begun, and the latest droppable progress. */
export type Screen = {
  readonly view: RunView
  readonly phases: readonly Phase[]
  readonly plans: ReadonlyMap<string, readonly PlannedTask[]>
  /** The end of what each task and check has printed, whoever printed last at the end. */
  readonly output: ReadonlyMap<string, string>
  /** The check that runs now; empty where none does. */
  readonly check: string
  /** When that check began, or the model was asked again; 0 where it is told without its time. */
  readonly since: number
  /** How far the call under way has come; empty where nothing is known. */
  readonly progress: string
  /** What the model says in words as it comes, its end at least; empty where it says nothing yet. */
  readonly saying: string
  /** What holds the run up beside model, tasks and checks; empty where nothing does. */
  readonly busy: string
  readonly busyWith: string
  /** Why the model is asked again, until it answers. */
  readonly retry: string
  /** Why a part goes on beyond its estimate, by its stage. */
  readonly extended: ReadonlyMap<string, string>
  /** The control that the model could not give; empty where it gave all. */
  readonly missed: string
}

/** Before the first event. */
export const EMPTY_SCREEN: Screen = {
  view: EMPTY_RUN,
  phases: [],
  plans: new Map(),
  output: new Map(),
  check: "",
  since: 0,
  progress: "",
  saying: "",
  busy: "",
  busyWith: "",
  retry: "",
  extended: new Map(),
  missed: "",
}

/** Adds a fact; pure. */
export function foldScreen(screen: Screen, logged: LoggedEvent): Screen {
  return foldWith(COPYING, screen, logged)
}

function foldWith(lists: Lists, screen: Screen, logged: LoggedEvent): Screen {
  const next = { ...screen, view: foldRunWith(lists, screen.view, logged) }
  const { event } = logged
  switch (event.type) {
    case "phases.planned":
      return { ...next, phases: event.phases }
    case "plan.made":
      return { ...next, plans: lists.set(screen.plans, event.stage, event.tasks) }
    case "model.called":
      return { ...next, retry: "", progress: "", saying: "" }
    // Some checks end without a line of their own: whatever follows them ends them too.
    case "check.ended":
    case "task.started":
    case "context.measured":
      return { ...next, check: "" }
    case "stage.extended":
      return { ...next, extended: lists.set(screen.extended, event.stage, onOneLine(event.why)) }
    case "control.missed":
      return { ...next, missed: missedLine(event, languageHere()) }
    default:
      return next
  }
}

/** The screen after all of them. */
export function screenOf(events: readonly LoggedEvent[]): Screen {
  const lists = new OwnLists()
  return events.reduce((screen, logged) => foldWith(lists, screen, logged), EMPTY_SCREEN)
}

/** Oldest first. */
export function runningTasks({ view }: Screen): readonly TaskView[] {
  return view.tasks.filter((task) => task.status === "running")
}

/** Enough for what is in sight of it. */
const MOST_SAYING = 4000

/** A free reply is for people to read; an answer in a fixed shape is not. */
function isInWords(key: string): boolean {
  return nameOf(key) === REPLY
}

/** Some screens of it; all of it is in the result. */
const MOST_OUTPUT = 20_000

type Output = Extract<LiveEvent, { type: "tool.progress" }>

function withOutput(output: Screen["output"], { key, text, so_far }: Output): Screen["output"] {
  const next = new Map(output)
  next.delete(key)
  return next.set(key, `${so_far ? "" : (output.get(key) ?? "")}${text}`.slice(-MOST_OUTPUT))
}

/** A check in its own words: which one, and why it runs if not for itself. */
function checkWords({ check, on_base, again, usual_ms }: Output, before: string): string {
  if (check === undefined) return before
  const words = on_base ? sayTree("check.base", check) : again ? sayTree("check.again", check) : check
  return usual_ms === undefined ? words : sayTree("check.usual", words, duration(usual_ms))
}

/** Adds progress that is not kept, heard at this moment; pure. */
export function foldLive(screen: Screen, event: LiveEvent, at = 0): Screen {
  switch (event.type) {
    case "tool.progress": {
      const check = checkWords(event, screen.check)
      const since = check === screen.check ? screen.since : at
      return { ...screen, check, since, output: withOutput(screen.output, event) }
    }
    case "model.retried": {
      const retry = sayTree("retry", duration(event.wait_ms), onOneLine(event.reason))
      return { ...screen, retry, since: at, progress: "", saying: "" }
    }
    case "model.progress":
      return { ...screen, retry: "", progress: progressWords(event, languageHere()) }
    case "engine.busy":
      if (!event.over) return { ...screen, busy: busyWords(event), busyWith: event.with }
      return screen.busyWith === event.with ? { ...screen, busy: "", busyWith: "" } : screen
    case "model.delta":
      return isInWords(event.key) ? { ...screen, saying: (screen.saying + event.text).slice(-MOST_SAYING) } : screen
  }
}
