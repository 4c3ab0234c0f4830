import { mkdir } from "node:fs/promises"
import { homedir } from "node:os"
import { join } from "node:path"
import type { ToolContext } from "../tools/tool.ts"
import type { Check } from "./check.ts"

/** A place outside the workspace that a check may write, and how its tool is told of it. */
export type BuildCache = { readonly env: Readonly<Record<string, string>>; readonly writable: readonly string[] }

const NONE: BuildCache = { env: {}, writable: [] }

/** Go builds nothing without its cache, and the sandbox makes the usual one read-only; so it gets one that only checks use. */
export async function buildCache(check: Check, context: ToolContext): Promise<BuildCache> {
  const needsOne = check.parser === "go" || /\bgo (test|vet|build|run)\b/.test(check.command)
  if (!needsOne || !context.sandbox) return NONE
  const folder = join(homedir(), ".cache", "keelson", "go-build")
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return { env: { GOCACHE: folder }, writable: [folder] }
  } catch {
    // Without a home that can be written, go starts from nothing in the sandbox's own temporary folder.
    return { env: { GOCACHE: "/tmp/go-build" }, writable: [] }
  }
}
