import { openCache } from "../tools/sandbox/home/own-caches.ts"
import type { ToolContext } from "../tools/tool.ts"
import type { Check } from "./check.ts"

/** A place outside the workspace that a check may write, and how its tool is told of it. */
export type BuildCache = { readonly env: Readonly<Record<string, string>>; readonly writable: readonly string[] }

const NONE: BuildCache = { env: {}, writable: [] }

/** What the tools of some languages need to run for a check: a cache, a home, no daemon. Nothing of it changes what tests see. */
export function buildCache(check: Check, context: ToolContext): BuildCache {
  const places = [
    starts(check, "go", /\bgo (test|vet|build|run)\b/) ? goCache(context) : NONE,
    starts(check, "dotnet", /\bdotnet\b/) ? dotnetSettings(context) : NONE,
  ]
  return {
    env: Object.assign({}, ...places.map(({ env }) => env)),
    writable: places.flatMap(({ writable }) => writable),
  }
}

function starts({ parser, command }: Check, tool: string, pattern: RegExp): boolean {
  return parser === tool || pattern.test(command)
}

/** Go builds nothing without its cache, and from one that all projects share a project could change what another one's tests say. */
function goCache({ sandbox, workspace }: ToolContext): BuildCache {
  if (!sandbox) return NONE
  const folder = openCache(workspace.root, "go-build")
  // Without a home that can be written, go starts from nothing in the sandbox's own temporary folder.
  if (folder === undefined) return { env: { GOCACHE: "/tmp/go-build" }, writable: [] }
  return { env: { GOCACHE: folder }, writable: [folder] }
}

/** Compilers that stay for the next build would outlive the check; the home of the user can't be written. */
function dotnetSettings({ sandbox }: ToolContext): BuildCache {
  const alone = { MSBUILDDISABLENODEREUSE: "1", UseSharedCompilation: "false" }
  return {
    env: { ...alone, ...(sandbox && process.platform === "linux" ? { DOTNET_CLI_HOME: "/tmp" } : {}) },
    writable: [],
  }
}
