import type { PlannedTask } from "../../protocol/control.ts"
import { pathsOf as namedPaths } from "../../tools/subject.ts"
import type { Access, AnyTool } from "../../tools/tool.ts"
import type { GraphNode } from "./graph.ts"
import { referencesIn, replaceReferences } from "./task-references.ts"

export type OrderedTask = GraphNode & { readonly task: PlannedTask }

/**
 * The graph of a batch: what the plan says, plus the order that safety asks for. Tasks of which one writes keep plan order
 * where they meet on a path; a command never runs beside a write; an exclusive tool runs alone.
 */
export function orderTasks(
  tasks: readonly PlannedTask[],
  tools: ReadonlyMap<string, AnyTool>,
  normalise: (path: string) => string = (path) => path,
): OrderedTask[] {
  const line = inLine(tasks.map(withReferences)).map((task) => ({
    task,
    footprint: footprintOf(task, tools.get(task.tool), normalise),
  }))
  return line.map(({ task, footprint }, index) => {
    const needs = line
      .slice(0, index)
      .filter((other) => task.depends_on.includes(other.task.id) || conflict(other.footprint, footprint))
    return { id: task.id, needs: needs.map((other) => other.task.id), task }
  })
}

/** Who uses another's result waits for it. Only of what stands before it: a reference must not close a circle. */
function withReferences(task: PlannedTask, index: number, tasks: readonly PlannedTask[]): PlannedTask {
  const before = new Set(tasks.slice(0, index).map(({ id }) => id))
  const used = referencesIn(task.arguments).filter((id) => before.has(id) && !task.depends_on.includes(id))
  return used.length === 0 ? task : { ...task, depends_on: [...task.depends_on, ...used] }
}

/** What a task touches, as far as order is concerned. */
type Footprint = { readonly access: Access; readonly exclusive: boolean; readonly paths: ReadonlySet<string> }

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

function footprintOf(task: PlannedTask, tool: AnyTool | undefined, normalise: (path: string) => string): Footprint {
  return {
    access: tool?.access ?? "read",
    exclusive: tool?.exclusive ?? false,
    paths: new Set(pathsOf(task, tool).map((path) => orItself(normalise, path))),
  }
}

/** What doesn't fit is refused before it touches anything; a tool that can't tell is taken to touch anything. */
function pathsOf(task: PlannedTask, tool: AnyTool | undefined): readonly string[] {
  const known = replaceReferences(task.arguments, () => NOT_KNOWN_YET)
  const isWhole = referencesIn(task.arguments).length === 0
  const input = tool?.input.safeParse(known)
  if (!input?.success) return isWhole ? [] : ["."]
  try {
    const paths = (tool && namedPaths(tool, input.data)) ?? []
    return paths.some((path) => path.includes(NOT_KNOWN_YET)) ? ["."] : paths
  } catch {
    return ["."]
  }
}

/** Stands for a result that is still to come; no path has it in its name. */
const NOT_KNOWN_YET = "\0"

/** A path that can't be normalised leads out of the workspace; its task will be refused. */
function orItself(normalise: (path: string) => string, path: string): string {
  try {
    return normalise(path)
  } catch {
    return path
  }
}

function conflict(a: Footprint, b: Footprint): boolean {
  if (a.exclusive || b.exclusive) return true
  const isWritten = a.access === "write" || b.access === "write"
  if (!isWritten) return false
  if (a.access === "execute" || b.access === "execute") return true
  return [...a.paths].some((path) => [...b.paths].some((other) => isWithin(path, other) || isWithin(other, path)))
}

/** A folder and what is in it meet. */
function isWithin(path: string, folder: string): boolean {
  return folder === "." || path === folder || path.startsWith(`${folder}/`)
}
