import type { PlannedTask } from "../../protocol/log/control.ts"
import { footprintOf, type Lookout, mustKeepOrder } from "./footprint.ts"
import type { GraphNode } from "./graph.ts"
import { referencesIn } from "./task-references.ts"

export type OrderedTask = GraphNode & { readonly task: PlannedTask }

/**
 * The graph of a batch, each task behind what it needs: what the plan says, plus the order that safety asks for. Reads run side by
 * side; tasks of which one writes keep plan order where they meet on a path; a command keeps its place against all; an
 * exclusive tool runs alone.
 */
export function orderTasks(tasks: readonly PlannedTask[], lookout: Lookout): OrderedTask[] {
  const [first] = tasks
  if (first && tasks.length === 1) return [{ id: first.id, needs: [], task: first }]
  const line = inLine(tasks.map(withReferences)).map((task) => ({ task, footprint: footprintOf(task, lookout) }))
  return line.map(({ task, footprint }, index) => {
    const needs = line
      .slice(0, index)
      .filter((other) => task.depends_on.includes(other.task.id) || mustKeepOrder(other.footprint, footprint))
    return { id: task.id, needs: needs.map((other) => other.task.id), task }
  })
}

/** Who uses another's result waits for it. Only of what stands before it: a reference must not close a circle. */
function withReferences(task: PlannedTask, index: number, tasks: readonly PlannedTask[]): PlannedTask {
  const before = new Set(tasks.slice(0, index).map(({ id }) => id))
  const used = referencesIn(task.arguments).filter((id) => before.has(id) && !task.depends_on.includes(id))
  return used.length === 0 ? task : { ...task, depends_on: [...task.depends_on, ...used] }
}

/** The tasks one after another, each behind all that it depends on, else in plan order: extra order along it makes no circle. */
function inLine(tasks: readonly PlannedTask[]): PlannedTask[] {
  const ids = new Set(tasks.map((task) => task.id))
  const line: PlannedTask[] = []
  const placed = new Set<number>()
  while (line.length < tasks.length) {
    const next = tasks.find(
      (task) => !placed.has(task.id) && task.depends_on.every((id) => placed.has(id) || !ids.has(id)),
    )
    if (!next) throw new Error("A plan's tasks depend on each other in a circle; plans are checked for that before.")
    placed.add(next.id)
    line.push(next)
  }
  return line
}
