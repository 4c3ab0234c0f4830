import type { LiveEvent, LoggedEvent } from "../protocol/log/event.ts"

/** A check of the project's that runs now. */
export type LiveCheck = {
  readonly name: string
  /** Without the run's changes, to compare. */
  readonly isOnBase: boolean
  /** It failed, and runs once more to confirm that. */
  readonly isAgain: boolean
  readonly since: number
  readonly text: string
}

/** What is being said right now: it is shown, and forgotten once the fact is there. */
export type LiveNow = {
  /** What the model has said so far in the call under way. */
  readonly model: string
  /** When the call under way was first heard of; `null` where nothing was. */
  readonly calledAt: number | null
  /** The newest output of each running task, by its key. */
  readonly tasks: Readonly<Record<string, string>>
  /** Why the model is asked again, while that is the case. */
  readonly retry: string
  /** How far the call under way has come. */
  readonly progress: Extract<LiveEvent, { type: "model.progress" }> | null
  readonly check: LiveCheck | null
  /** What else holds the run up. */
  readonly busy: Busy | null
}

export type Busy = Omit<Extract<LiveEvent, { type: "engine.busy" }>, "type" | "over">

export const EMPTY_LIVE: LiveNow = {
  model: "",
  calledAt: null,
  tasks: {},
  retry: "",
  progress: null,
  check: null,
  busy: null,
}

const MODEL_TAIL = 600
/** As much of a command's output as can be watched; all of it is in its result. */
const OUTPUT_TAIL = 200_000

/** Adds what was heard at a moment. */
export function foldLive(live: LiveNow, event: LiveEvent, at: number): LiveNow {
  const calledAt = live.calledAt ?? at
  switch (event.type) {
    case "model.delta":
      return { ...live, calledAt, model: (live.model + event.text).slice(-MODEL_TAIL), retry: "" }
    case "model.retried":
      return { ...live, calledAt, retry: event.reason, model: "", progress: null }
    case "model.progress":
      return { ...live, calledAt, progress: event, retry: "" }
    case "engine.busy":
      if (!event.over) return { ...live, busy: event }
      return live.busy?.with === event.with ? { ...live, busy: null } : live
    case "tool.progress":
      return event.check === undefined ? withOutput(live, event) : { ...live, check: checkAfter(live.check, event, at) }
  }
}

type Output = Extract<LiveEvent, { type: "tool.progress" }>

function withOutput(live: LiveNow, event: Output): LiveNow {
  return { ...live, tasks: { ...live.tasks, [event.key]: textAfter(live.tasks[event.key], event) } }
}

function checkAfter(check: LiveCheck | null, event: Output, at: number): LiveCheck {
  const { check: name = "", on_base: isOnBase = false, again: isAgain = false } = event
  const isSame = check?.name === name && check.isOnBase === isOnBase && check.isAgain === isAgain
  if (!isSame) return { name, isOnBase, isAgain, since: at - (event.for_ms ?? 0), text: event.text }
  return { ...check, text: textAfter(check.text, event) }
}

/** What is told as a whole takes the place of what was there. */
function textAfter(before = "", { text, so_far }: Output): string {
  return (so_far ? text : before + text).slice(-OUTPUT_TAIL)
}

/** Some checks end without a fact of their own: whatever follows them ends them too. */
const ENDS_CHECKS: ReadonlySet<string> = new Set(["check.ended", "task.started", "context.measured"])

/** Drops what facts have overtaken. */
export function settleLive(live: LiveNow, facts: readonly LoggedEvent[]): LiveNow {
  if (facts.length === 0) return live
  const ended = new Set(facts.flatMap(({ event }) => (event.type === "task.ended" ? [event.task] : [])))
  const isAnswered = facts.some(({ event }) => event.type === "model.called")
  const isChecked = facts.some(({ event }) => ENDS_CHECKS.has(event.type))
  return {
    ...(isAnswered ? { ...EMPTY_LIVE, check: live.check } : live),
    ...(isChecked ? { check: null } : {}),
    tasks: Object.fromEntries(Object.entries(live.tasks).filter(([task]) => !ended.has(task))),
  }
}
