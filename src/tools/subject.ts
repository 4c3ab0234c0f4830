import type { Traits } from "../protocol/log/traits.ts"
import { builtInTraits } from "./built-in.ts"
import type { AnyTool } from "./tool.ts"
import type { ToolSubject } from "./tool-subject.ts"

/** A tool as far as rules look at it. A log has no more of one than its name. */
export type Described = Pick<AnyTool, "name"> & Partial<Pick<AnyTool, "access" | "traits" | "subject" | "paths">>

/** What a tool says of itself. One that says nothing, and is called like a built-in one, is taken for it. */
export function traitsOf({ name, traits }: Described): Traits {
  return traits ?? builtInTraits(name) ?? {}
}

/** What a call is about, by its tool's own word; `undefined` where it has none, or can't say of this input. */
export function subjectOf(tool: Described, input: unknown): ToolSubject | undefined {
  try {
    return usable(tool.subject ? tool.subject(input) : shellSubject(tool, input))
  } catch {
    return undefined
  }
}

/** The command of a call that says it runs one; `undefined` for anything else. */
export function commandOf(tool: Described, input: unknown): string | undefined {
  const subject = subjectOf(tool, input)
  return subject?.kind === "command" ? subject.command : undefined
}

/** Whether calls of this tool may be commands. */
export function runsCommands(tool: Described): boolean {
  return traitsOf(tool).shell === true || (tool.access === "execute" && tool.subject !== undefined)
}

/** The workspace paths that a call names; `undefined` where it names none. Throws what its tool throws. */
export function pathsOf(tool: Described, input: unknown): readonly string[] | undefined {
  if (tool.paths) return tool.paths(input)
  const subject = tool.subject?.(input)
  return subject?.kind === "paths" ? subject.paths : undefined
}

/** A text among the arguments of a call; `undefined` where there is none of this name. */
export function textAt(input: unknown, name: string): string | undefined {
  if (typeof input !== "object" || input === null) return undefined
  const value: unknown = Reflect.get(input, name)
  return typeof value === "string" ? value : undefined
}

function shellSubject(tool: Described, input: unknown): ToolSubject | undefined {
  const command = traitsOf(tool).shell ? textAt(input, "command") : undefined
  return command === undefined ? undefined : { kind: "command", command }
}

/** Tools may be written without types, and plans have arguments that are still to come. */
function usable(subject: ToolSubject | undefined): ToolSubject | undefined {
  switch (subject?.kind) {
    case "command":
      return typeof subject.command === "string" ? subject : undefined
    case "url":
      return typeof subject.url === "string" ? subject : undefined
    case "paths":
      return Array.isArray(subject.paths) ? subject : undefined
    default:
      return undefined
  }
}
