import { numberOf } from "../protocol/key.ts"
import type { RunView, StageView } from "./run-view.ts"

/** Parts that ended without being done, and that nothing has replaced. */
export function openParts(view: Pick<RunView, "stages" | "steps">): readonly StageView[] {
  const undone = view.stages.filter(({ kind, status }) => !TRANSIENT.has(kind) && UNDONE.has(status))
  return undone.filter((stage) => stage.kind !== "step" || isOfNewestPlan(view, stage))
}

/** A step of a plan that was replaced counts only if the newest plan keeps it and it was not worked on again. */
function isOfNewestPlan({ stages, steps }: Pick<RunView, "stages" | "steps">, { id }: StageView): boolean {
  const number = numberOf(id)
  const newest = stages.findLast((stage) => stage.kind === "step" && numberOf(stage.id) === number)
  return newest?.id === id && steps.some((step) => step.id === number)
}

const TRANSIENT: ReadonlySet<string> = new Set(["round", "turn", "closing"])
const UNDONE: ReadonlySet<string> = new Set(["failed", "forced", "incomplete", "unproven", "skipped", "blocked"])

/** What is still open on a list that the model keeps; where the engine walks the list its items are parts. */
export function openItems({ todos, stages }: Pick<RunView, "todos" | "stages">): readonly string[] {
  if (stages.some(({ kind }) => kind === "item")) return []
  return todos.filter(({ status }) => status === "pending" || status === "in_progress").map(({ content }) => content)
}
