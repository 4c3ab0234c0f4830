import { numberOf } from "../protocol/key.ts"
import type { RunView, StageView } from "./run-view.ts"

/** Parts that ended without being done, and that nothing has replaced. */
export function openParts(view: Pick<RunView, "stages" | "steps">): readonly StageView[] {
  const undone = view.stages.filter(({ kind, status }) => isPart(kind) && UNDONE.has(status))
  return undone.filter((stage) => stage.kind !== "step" || isOfNewestPlan(view, stage))
}

/** A step of a plan that was replaced counts only if the newest plan keeps it and it was not worked on again. */
function isOfNewestPlan({ stages, steps }: Pick<RunView, "stages" | "steps">, { id }: StageView): boolean {
  const number = numberOf(id)
  const newest = stages.findLast((stage) => stage.kind === "step" && numberOf(stage.id) === number)
  return newest?.id === id && steps.some((step) => step.id === number)
}

/** Rounds, turns and closings are none. */
export function isPart(kind: StageView["kind"]): boolean {
  return !TRANSIENT.has(kind)
}

const TRANSIENT: ReadonlySet<string> = new Set(["round", "turn", "closing"])
const UNDONE: ReadonlySet<string> = new Set(["failed", "forced", "incomplete", "unproven", "skipped", "blocked"])

/** Parts that were under way when a run went over to a plain loop or was stopped; where a strategy came to its own end none is. */
export function brokenOffParts({ stages }: Pick<RunView, "stages">): readonly StageView[] {
  return stages.filter(({ kind, status }) => isPart(kind) && status === "running")
}

/** A part that is not done, with how it stands; `pending`: it was planned and never begun. */
export type OpenPart = Pick<StageView, "title"> & { readonly status: StageView["status"] | "pending" }

type Planned = Pick<RunView, "stages" | "steps" | "cutSteps" | "phases">

/** All that an end must not pass over: parts that ended undone, that it broke off, that it left no room for. */
export function partsNotDone(view: Planned): readonly OpenPart[] {
  const brokenOff = brokenOffParts(view).filter((stage) => stage.kind !== "step" || isOfNewestPlan(view, stage))
  return [...openParts(view), ...brokenOff, ...unbegunParts(view)]
}

/** Items that nobody has begun stand on their list. */
function unbegunParts({ stages, steps, cutSteps, phases }: Planned): readonly OpenPart[] {
  const hasBegun = (kind: string, id: number) =>
    stages.some((stage) => stage.kind === kind && numberOf(stage.id) === id)
  const titles = [
    ...phases.filter(({ id }) => !hasBegun("phase", id)).map(({ name }) => name),
    ...steps.filter(({ id }) => !hasBegun("step", id)).map(({ description }) => description),
    ...(cutSteps?.dropped ?? []),
  ]
  return titles.map((title) => ({ title, status: "pending" }))
}

/** What is still open on a list; an item that the engine works on is a part, and is named as one. */
export function openItems(view: Pick<RunView, "todos" | "stages" | "steps">): readonly string[] {
  const named = new Set([...openParts(view), ...brokenOffParts(view)].map(({ title }) => title))
  return view.todos
    .filter(({ status, content }) => (status === "pending" || status === "in_progress") && !named.has(content))
    .map(({ content }) => content)
}
