import type { LiveEvent, LoggedEvent } from "@keelson/protocol/event.ts"

/** What is being said right now: it is shown, and forgotten once the fact is there. */
export type LiveText = {
  /** What the model has said so far in the call under way. */
  readonly model: string
  /** The newest output of each running task, by its key. */
  readonly tasks: Readonly<Record<string, string>>
  /** Why the model is asked again, while that is the case. */
  readonly retry: string
  /** How far the call under way has come. */
  readonly progress: Extract<LiveEvent, { type: "model.progress" }> | null
  /** The project's check that runs now; empty where none does. */
  readonly check: string
  /** What else holds the run up. */
  readonly busy: Busy | null
}

export type Busy = Omit<Extract<LiveEvent, { type: "engine.busy" }>, "type" | "over">

export const EMPTY_LIVE: LiveText = { model: "", tasks: {}, retry: "", progress: null, check: "", busy: null }

const MODEL_TAIL = 600
const TASK_TAIL = 2000

export function foldLive(live: LiveText, event: LiveEvent): LiveText {
  switch (event.type) {
    case "model.delta":
      return { ...live, model: (live.model + event.text).slice(-MODEL_TAIL), retry: "" }
    case "model.retried":
      return { ...live, retry: event.reason, model: "", progress: null }
    case "model.progress":
      return { ...live, progress: event, retry: "" }
    case "engine.busy":
      if (!event.over) return { ...live, busy: event }
      return live.busy?.with === event.with ? { ...live, busy: null } : live
    case "tool.progress": {
      if (event.check !== undefined) return { ...live, check: event.check }
      const text = ((live.tasks[event.key] ?? "") + event.text).slice(-TASK_TAIL)
      return { ...live, tasks: { ...live.tasks, [event.key]: text } }
    }
  }
}

/** Drops what facts have overtaken. */
export function settleLive(live: LiveText, facts: readonly LoggedEvent[]): LiveText {
  const ended = new Set(facts.flatMap(({ event }) => (event.type === "task.ended" ? [event.task] : [])))
  const isAnswered = facts.some(({ event }) => event.type === "model.called")
  const isChecked = facts.some(({ event }) => event.type === "check.ended")
  return {
    ...(isAnswered ? EMPTY_LIVE : live),
    ...(isChecked ? { check: "" } : {}),
    tasks: Object.fromEntries(Object.entries(live.tasks).filter(([task]) => !ended.has(task))),
  }
}
