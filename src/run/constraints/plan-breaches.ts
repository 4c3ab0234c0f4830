import type { PlannedTask } from "../../protocol/log/control.ts"
import { type Constraints, type TaskPlace, wayOut, whyNot } from "./constraints.ts"

type SketchedTask = Pick<PlannedTask, "tool"> & {
  readonly id?: number | undefined
  readonly depends_on: readonly number[]
}

/** What a plan would break at its place, in words for the model; empty when it may run. */
export function planBreaches(
  constraints: Constraints | undefined,
  tasks: readonly SketchedTask[],
  place: TaskPlace,
): string[] {
  if (!constraints) return []
  const numbered = tasks.map((task, index) => ({ ...task, id: task.id ?? index + 1 }))
  const breaches = numbered.flatMap((task) => {
    const hasWorkBefore = place.hasWorkBefore || task.depends_on.length > 0
    return whyNot(constraints, task.tool, { ...place, hasWorkBefore }) ?? tooEarly(constraints, task, numbered) ?? []
  })
  return breaches.length === 0 ? [] : [...breaches, wayOut(constraints)]
}

type NumberedTask = SketchedTask & { readonly id: number }

/** What is made of the others' results must not run beside them. */
function tooEarly({ late }: Constraints, task: NumberedTask, tasks: readonly NumberedTask[]): string | undefined {
  if (!late.includes(task.tool)) return undefined
  const before = needsOf(task.id, tasks)
  const beside = tasks.filter(
    ({ id, tool }) => id !== task.id && !late.includes(tool) && !before.has(id) && !needsOf(id, tasks).has(task.id),
  )
  if (beside.length === 0) return undefined
  return `${task.tool} comes last: let task ${task.id} depend on ${beside.map(({ id }) => id).join(", ")}, or those on it`
}

function needsOf(id: number, tasks: readonly NumberedTask[], found = new Set<number>()): Set<number> {
  for (const need of tasks.find((task) => task.id === id)?.depends_on ?? []) {
    if (found.has(need)) continue
    found.add(need)
    needsOf(need, tasks, found)
  }
  return found
}
