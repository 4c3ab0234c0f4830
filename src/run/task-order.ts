import type { PlannedTask } from "../protocol/control.ts"
import type { AnyTool } from "../tools/tool.ts"
import type { GraphNode } from "./graph.ts"

export type OrderedTask = GraphNode & { readonly task: PlannedTask }

/**
 * The graph of a batch: what the plan says, plus the order that safety asks for. Tasks of which one writes keep plan order
 * where they meet on a path; a command never runs beside a write; an exclusive tool runs alone.
 */
export function orderTasks(tasks: readonly PlannedTask[], tools: ReadonlyMap<string, AnyTool>): OrderedTask[] {
  const line = inLine(tasks)
  return line.map((task, index) => {
    const earlier = line.slice(0, index)
    const needs = earlier.filter((other) => task.depends_on.includes(other.id) || conflict(other, task, tools))
    return { id: task.id, needs: needs.map((other) => other.id), task }
  })
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

function conflict(a: PlannedTask, b: PlannedTask, tools: ReadonlyMap<string, AnyTool>): boolean {
  const [toolA, toolB] = [tools.get(a.tool), tools.get(b.tool)]
  if (!toolA || !toolB) return false
  if (toolA.exclusive || toolB.exclusive) return true
  const access = new Set([toolA.access, toolB.access])
  if (access.has("write") && access.has("execute")) return true
  if (!access.has("write")) return false
  const paths = new Set(pathsOf(toolA, a))
  return pathsOf(toolB, b).some((path) => paths.has(path))
}

function pathsOf(tool: AnyTool, task: PlannedTask): readonly string[] {
  return tool.paths?.(task.arguments) ?? []
}
