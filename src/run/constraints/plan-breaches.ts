import type { PlannedTask } from "../../protocol/control.ts"
import { classifyCommand } from "../../tools/shell/shell.ts"
import { commandOf, type Described } from "../../tools/subject.ts"
import { type Constraints, type TaskPlace, wayOut, whyNot } from "./constraints.ts"

type SketchedTask = Pick<PlannedTask, "tool" | "arguments"> & {
  readonly id?: number | undefined
  readonly depends_on: readonly number[]
}

/** What a run may use, and what that says of itself. */
export type Confinement = { readonly constraints: Constraints; readonly tools: readonly Described[] }

/** What a plan would break at its place, in words for the model; empty when it may run. */
export function planBreaches(
  confinement: Confinement | undefined,
  tasks: readonly SketchedTask[],
  place: TaskPlace,
): string[] {
  if (!confinement) return []
  const { constraints, tools } = confinement
  const numbered = tasks.map((task, index) => ({ ...task, id: task.id ?? index + 1 }))
  const breaches = numbered.flatMap((task) => {
    const tool = tools.find(({ name }) => name === task.tool) ?? { name: task.tool }
    const why = callBreach(
      constraints,
      { tool, arguments: task.arguments },
      {
        ...place,
        hasWorkBefore: place.hasWorkBefore || task.depends_on.length > 0,
      },
    )
    return why ?? tooEarly(constraints, task, numbered) ?? []
  })
  return breaches.length === 0 ? [] : [...breaches, wayOut(constraints)]
}

/** Why one call can't be made at this place; `undefined` if it can. */
export function callBreach(
  constraints: Constraints,
  { tool, arguments: input }: { readonly tool: Described; readonly arguments: unknown },
  place: TaskPlace,
): string | undefined {
  return whyNot(constraints, tool.name, place) ?? commandBreach(constraints, tool, input)
}

function commandBreach({ commands, task_type }: Constraints, tool: Described, input: unknown): string | undefined {
  const command = commandOf(tool, input)
  if (commands === "any" || command === undefined || classifyCommand(command) === "reading") return undefined
  return `in a ${task_type} task the terminal may only read (ls, cat, grep, git log and the like)`
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
