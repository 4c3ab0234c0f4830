import { numberOf } from "../protocol/log/key.ts"
import type { RunView, StageView } from "./run-view.ts"

/** A part that is not done: a phase, a step, or an item of a list. */
export type OpenPart = {
  /** The same in every look at the run. */
  readonly about: string
  readonly kind: string
  readonly title: string
  /**
   * How it stands; `pending`: planned and never begun, `cut`: left out of its plan, `removed`: off its list while it was
   * open, `born_done`: it came onto the list completed, before anything was done.
   */
  readonly status: StageView["status"] | "pending" | "cut" | "removed" | "cancelled" | "born_done"
  /** What was said of it at its end. */
  readonly summary: string
  /** The requirements that it serves; all, where nothing is said. */
  readonly serves: readonly number[] | undefined
}

type Planned = Pick<
  RunView,
  "stages" | "steps" | "cutSteps" | "phases" | "todos" | "lostItems" | "bornItems" | "settled"
>

/** Rounds, turns and closings are none. */
export function isPart(kind: StageView["kind"]): boolean {
  return !TRANSIENT.has(kind)
}

const TRANSIENT: ReadonlySet<string> = new Set(["round", "turn", "closing"])

/** All parts that are not done and that nothing has settled since: only the newest plan counts. */
export function partsNotDone(view: Planned): readonly OpenPart[] {
  const settled = new Set(view.settled.map(({ about }) => about))
  return [...phasesOf(view), ...stepsOf(view), ...itemsOf(view), ...otherParts(view)].filter(
    ({ about }) => !settled.has(about),
  )
}

function phasesOf({ phases, stages }: Planned): OpenPart[] {
  return phases.flatMap(({ id, name, for: serves }) => {
    const stage = newestOf(stages, "phase", id)
    return opened(stage, { about: `phase:${id}`, kind: "phase", title: name, serves })
  })
}

function stepsOf({ steps, stages, cutSteps }: Planned): OpenPart[] {
  const planned = steps.flatMap(({ id, description }) => {
    const stage = newestOf(stages, "step", id)
    return opened(stage, { about: `step:${id}`, kind: "step", title: description, serves: undefined })
  })
  const cut = (cutSteps?.dropped ?? []).map(
    (title): OpenPart => ({
      about: `cut:${title}`,
      kind: "step",
      title,
      status: "cut",
      summary: "",
      serves: undefined,
    }),
  )
  return [...planned, ...cut]
}

type Part = Pick<OpenPart, "about" | "kind" | "title" | "serves">

function opened(stage: StageView | undefined, part: Part): OpenPart[] {
  if (stage?.status === "done") return []
  return [{ ...part, status: stage?.status ?? "pending", summary: stage?.summary ?? "" }]
}

function newestOf(stages: readonly StageView[], kind: string, id: number): StageView | undefined {
  return stages.findLast((stage) => stage.kind === kind && numberOf(stage.id) === id)
}

/** An item is open as long as it is not ticked off, also where it was cancelled or taken off the list. */
function itemsOf({ todos, lostItems, bornItems, stages }: Planned): OpenPart[] {
  const open = todos.filter(({ status }) => status !== "completed")
  const lost = lostItems.filter(({ id, content }) => !todos.some((todo) => todo.id === id || todo.content === content))
  return [
    ...open.map(({ content, status }): OpenPart => {
      const stage = stages.findLast((one) => one.kind === "item" && one.title === content)
      const own = status === "cancelled" ? "cancelled" : status === "in_progress" ? "running" : "pending"
      const ended = stage && stage.status !== "done" ? stage.status : own
      return { ...item(content), status: ended, summary: stage?.summary ?? "" }
    }),
    ...todos
      .filter(({ status, content }) => status === "completed" && bornItems.includes(content))
      .map(({ content }): OpenPart => ({ ...item(content), status: "born_done", summary: "" })),
    ...lost.map(({ content }): OpenPart => ({ ...item(content), status: "removed", summary: "" })),
  ]
}

function item(content: string): Part {
  return { about: `item:${content}`, kind: "item", title: content, serves: undefined }
}

/** Parts of strategies that plan in their own way, by their stages alone. */
function otherParts({ stages }: Planned): OpenPart[] {
  const newest = new Map(
    stages.filter(({ kind }) => isPart(kind) && !PLANNED.has(kind)).map((stage) => [stage.id, stage]),
  )
  return [...newest.values()]
    .filter(({ status }) => status !== "done")
    .map(({ id, kind, title, status, summary }) => ({
      about: `${kind}:${id}`,
      kind,
      title,
      status,
      summary,
      serves: undefined,
    }))
}

const PLANNED: ReadonlySet<string> = new Set(["phase", "step", "item"])
