import { TaskType } from "../../protocol/log/control.ts"
import { REQUEST_EXCEPTION, requestException } from "../../tools/request-exception.ts"
import { classifyCommand } from "../../tools/shell/shell.ts"
import { commandOf, pathsOf, traitsOf } from "../../tools/subject.ts"
import type { AnyTool } from "../../tools/tool.ts"
import type { RunParts } from "../core/run-parts.ts"
import type { RunContext } from "../run-context.ts"
import { confines, constraintsFor, wayOut, whyNot } from "./constraints.ts"
import { placeOfTask } from "./place.ts"
import { pathsOutside } from "./scope.ts"

/** The tools that a task may name: the run's own, and the way to ask for more. Where nothing is forbidden it is granted as it is. */
export function taskTools({ tools }: RunParts): ReadonlyMap<string, AnyTool> {
  return new Map([...tools, [REQUEST_EXCEPTION, requestException]])
}

/** The way to ask for more, for plans that are made before it is known what kind of task it is: where any kind is confined. */
export function waysToAsk({ tools, environment }: Pick<RunContext, "tools" | "environment">): readonly AnyTool[] {
  const mayConfine = TaskType.options.some((taskType) =>
    confines(constraintsFor({ taskType }, tools, environment.constraints)),
  )
  return mayConfine ? [requestException] : []
}

/** What rule of the task type a call would break when it is about to run; `undefined` if none. */
export function toolBreach({ tally }: RunParts, key: string, tool: AnyTool): string | undefined {
  const { constraints } = tally.current
  if (!constraints) return undefined
  const why = whyNot(constraints, tool.name, placeOfTask(tally.current, key))
  return why && `${why}. ${wayOut(constraints)}`
}

/** What a write would change outside the run's scope, as far as its arguments tell; `undefined` if nothing. */
export async function scopeBreach(parts: RunParts, tool: AnyTool, input: unknown): Promise<string | undefined> {
  if (tool.access !== "write" || scopesOf(parts).length === 0) return undefined
  const paths = ownPaths(tool, input)
  if (paths) return pathsBreach(parts, paths)
  return tool.repeat === "check"
    ? undefined
    : `${tool.name} does not say what it would change, and this run has a write scope`
}

/** The same for paths, with links followed: what counts is the file that would really change. */
export async function pathsBreach(parts: RunParts, paths: readonly string[]): Promise<string | undefined> {
  const scopes = scopesOf(parts)
  if (scopes.length === 0) return undefined
  const real = (await Promise.all(paths.map((path) => realPaths(parts, path)))).flat()
  for (const scope of scopes) {
    const [path] = pathsOutside(real, scope)
    if (path !== undefined) return `${path} is outside what this run may change: ${scope.join(", ")}`
  }
  return undefined
}

/** Whether anything confines what the run may change. */
export function isScoped(parts: RunParts): boolean {
  return scopesOf(parts).length > 0
}

/** The paths among these that a run with a scope must not change. */
export function outsideScope(parts: RunParts, paths: readonly string[]): string[] {
  return [...new Set(scopesOf(parts).flatMap((scope) => pathsOutside(paths, scope)))]
}

/** Whether a call only looks: a command that is known to read, in a shell that is known. */
export function onlyReads(tool: AnyTool, input: unknown): boolean {
  const command = traitsOf(tool).shell ? commandOf(tool, input) : undefined
  return command !== undefined && classifyCommand(command) === "reading"
}

/** Whether a call may change files, by what its tool may do; a command that is known to read changes nothing. */
export function mayChangeFiles(tool: AnyTool, input: unknown): boolean {
  if (tool.exclusive || tool.access === "write") return true
  return tool.access === "execute" && !onlyReads(tool, input)
}

/** The user's scope and the request's: a change must fit into each of them. */
function scopesOf({ environment, tally, workspace }: RunParts): string[][] {
  const scopes = [
    environment.scope ?? [],
    tally.current.constraints?.request_scope ?? tally.current.analysis?.write_scope ?? [],
  ]
  const relative = (glob: string) =>
    glob.startsWith(`${workspace.root}/`) ? glob.slice(workspace.root.length + 1) : glob
  return scopes.map((scope) => scope.map(relative)).filter((scope) => scope.length > 0)
}

/** The paths that a call names; `undefined` where it names none, or its tool can't tell. */
export function ownPaths(tool: AnyTool, input: unknown): readonly string[] | undefined {
  try {
    return pathsOf(tool, input)
  } catch {
    return undefined
  }
}

/** As written and as it really is. A path that can't be used at all is refused elsewhere, with a better reason. */
export async function realPaths({ workspace }: RunParts, path: string): Promise<string[]> {
  try {
    return [workspace.normalise(path), workspace.relative(await workspace.resolve(path, "write"))]
  } catch {
    return []
  }
}
