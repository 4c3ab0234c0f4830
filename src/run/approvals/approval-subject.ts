import type { AnyTool } from "../../tools/tool.ts"
import { commandOf } from "../constraints/plan-breaches.ts"
import { COMMAND_TOOLS } from "../constraints/rules.ts"
import { ownPaths, realPaths } from "../constraints/task-rules.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { commandRisks } from "./command-risks.ts"

/** What rules look at in a call. */
export type Subject =
  | { readonly kind: "command"; readonly line: string }
  /** As written and as they really are. */
  | { readonly kind: "paths"; readonly paths: readonly string[] }
  | { readonly kind: "url"; readonly url: string }
  /** Anything else, by its arguments as JSON. */
  | { readonly kind: "call"; readonly text: string }

/** The command line of a call that runs one, the files of a call that names them, the address of a call that goes there. */
export async function subjectOf(parts: RunParts, tool: AnyTool, input: unknown): Promise<Subject> {
  const line = commandOf(tool.name, input)
  if (line !== undefined) return { kind: "command", line: line.trim() }
  const url = urlOf(input)
  if (url !== undefined) return { kind: "url", url }
  const named = ownPaths(tool, input)
  if (!named || named.length === 0) return { kind: "call", text: JSON.stringify(input) }
  const paths = await Promise.all(named.map((path) => realPaths(parts, path)))
  // A path that can't be used is judged as it was written.
  return {
    kind: "paths",
    paths: [...new Set(paths.flatMap((real, at) => (real.length > 0 ? real : [named[at] as string])))],
  }
}

/** The command line of any call that runs one, for people to see: not only of the tools whose lines rules look at. */
export function commandLineOf({ name, access }: Pick<AnyTool, "name" | "access">, input: unknown): string | undefined {
  const line = commandOf(name, input)
  if (line !== undefined || access !== "execute" || typeof input !== "object" || input === null) return line
  return "command" in input && typeof input.command === "string" ? input.command : undefined
}

/** A command line as a question shows it, and what to look at in it. Tools of others need not use the sandbox. */
export function shownCommand({ secrets, workspace, sandbox }: RunParts, tool: string, line: string) {
  const isConfined = Boolean(sandbox) && COMMAND_TOOLS.includes(tool)
  const risks = commandRisks(line, { root: workspace.root, isConfined })
  return { command: secrets.redact(line), risks }
}

/** In the spelling that the request would really have. */
function urlOf(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !("url" in input) || typeof input.url !== "string")
    return undefined
  return URL.parse(input.url)?.href ?? input.url
}
