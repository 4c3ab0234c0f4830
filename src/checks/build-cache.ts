import { openCache } from "../tools/sandbox/home/own-caches.ts"
import type { ToolContext } from "../tools/tool.ts"
import type { Check } from "./check.ts"

/** A place outside the workspace that a check may write, and how its tool is told of it. */
export type BuildCache = { readonly env: Readonly<Record<string, string>>; readonly writable: readonly string[] }

const NONE: BuildCache = { env: {}, writable: [] }

/** Go builds nothing without its cache, and from one that all projects share a project could change what another one's tests say. */
export function buildCache(check: Check, context: ToolContext): BuildCache {
  const needsOne = check.parser === "go" || /\bgo (test|vet|build|run)\b/.test(check.command)
  if (!needsOne || !context.sandbox) return NONE
  const folder = openCache(context.workspace.root, "go-build")
  // Without a home that can be written, go starts from nothing in the sandbox's own temporary folder.
  if (folder === undefined) return { env: { GOCACHE: "/tmp/go-build" }, writable: [] }
  return { env: { GOCACHE: folder }, writable: [folder] }
}
