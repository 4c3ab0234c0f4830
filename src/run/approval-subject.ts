import type { AnyTool } from "../tools/tool.ts"
import { commandOf } from "./constraints/plan-breaches.ts"
import { ownPaths, realPaths } from "./constraints/task-rules.ts"
import type { RunParts } from "./run-parts.ts"

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

/** In the spelling that the request would really have. */
function urlOf(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !("url" in input) || typeof input.url !== "string")
    return undefined
  return URL.parse(input.url)?.href ?? input.url
}
