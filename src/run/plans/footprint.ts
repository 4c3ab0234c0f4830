import type { PlannedTask } from "../../protocol/log/control.ts"
import { reachesOut } from "../../tools/shell/reaches-out.ts"
import { pathsOf as namedPaths, subjectOf } from "../../tools/subject.ts"
import type { AnyTool } from "../../tools/tool.ts"
import { onlyReads } from "../constraints/task-rules.ts"
import { referencesIn, replaceReferences } from "./task-references.ts"

/** What a task touches, as far as order is concerned. `nothing`: only what is the engine's own. */
export type Footprint = {
  readonly touch: "reads" | "writes" | "commands" | "nothing"
  readonly exclusive: boolean
  readonly paths: ReadonlySet<string>
}

/** How tasks are looked at: the run's tools, and what a path means. */
export type Lookout = {
  readonly tools: ReadonlyMap<string, AnyTool>
  readonly normalise?: (path: string) => string
}

export function footprintOf(task: PlannedTask, lookout: Lookout): Footprint {
  const { tools, normalise = (path) => path } = lookout
  const tool = tools.get(task.tool)
  const touch = touchOf(task, lookout)
  const isCommandLine = tool?.access === "execute"
  const named = isCommandLine ? undefined : pathsOf(task, tool)
  const paths = named ?? (isBlind(touch, tool) ? [ANYWHERE] : [])
  return {
    touch,
    exclusive: tool?.exclusive ?? false,
    paths: new Set(paths.map((path) => orItself(normalise, path))),
  }
}

/** Whether a task counts as a command: it touches everything, and what comes after it may stand on it. */
export function isCommand(task: PlannedTask, lookout: Lookout): boolean {
  return touchOf(task, lookout) === "commands"
}

/** Whether a task does something outside of this machine, as far as can be told: it wants the network, publishes, pushes, deploys. */
export function leavesMachine({ tool: name, arguments: input }: PlannedTask, { tools }: Lookout): boolean {
  const tool = tools.get(name)
  if (tool?.access === "network") return tool.repeat !== "safe"
  const subject = tool?.access === "execute" ? subjectOf(tool, input) : undefined
  if (subject?.kind !== "command") return false
  const { network } = subject
  return network === true || (Array.isArray(network) && network.length > 0) || reachesOut(subject.command)
}

/** By its tool's own word; what doesn't say that it reads may do anything. */
function touchOf({ tool: name, arguments: input }: PlannedTask, { tools }: Lookout): Footprint["touch"] {
  const tool = tools.get(name)
  switch (tool?.access) {
    case "read":
      return "reads"
    case "write":
      return "writes"
    case "execute":
      return onlyReads(tool, input) ? "reads" : "commands"
    case "network":
      return tool.repeat === "safe" ? "reads" : "commands"
    default:
      return "nothing"
  }
}

/** Reads and writes that don't say where may be anywhere in the workspace; the network is elsewhere. */
function isBlind(touch: Footprint["touch"], tool: AnyTool | undefined): boolean {
  return tool?.access !== "network" && (touch === "reads" || touch === "writes")
}

/** Whether two tasks must keep their order. */
export function mustKeepOrder(one: Footprint, other: Footprint): boolean {
  if (one.exclusive || other.exclusive) return true
  const touches = [one.touch, other.touch]
  if (touches.includes("nothing")) return false
  if (touches.includes("commands")) return true
  return touches.includes("writes") && meet(one.paths, other.paths)
}

function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((path) => [...other].some((second) => isWithin(path, second) || isWithin(second, path)))
}

/** A folder and what is in it meet. */
function isWithin(path: string, folder: string): boolean {
  return folder === ANYWHERE || path === folder || path.startsWith(`${folder}/`)
}

const ANYWHERE = "."

/** What doesn't fit is refused before it touches anything; a tool that can't tell is taken to touch anything. */
function pathsOf(task: PlannedTask, tool: AnyTool | undefined): readonly string[] | undefined {
  const known = replaceReferences(task.arguments, () => NOT_KNOWN_YET)
  const isWhole = referencesIn(task.arguments).length === 0
  const input = tool?.input.safeParse(known)
  if (!input?.success) return isWhole ? [] : [ANYWHERE]
  try {
    const paths = tool && namedPaths(tool, input.data)
    return paths?.some((path) => path.includes(NOT_KNOWN_YET)) ? [ANYWHERE] : paths
  } catch {
    return [ANYWHERE]
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
