import type { JsonSchema, ToolSpec } from "../../model/seam/model.ts"
import { firstSentence } from "../../text/first-sentence.ts"
import { isSmallProfile } from "../core/profile.ts"
import type { RunParts } from "../core/run-parts.ts"
import { modelFor } from "../model-call/call-model.ts"
import type { Control } from "./control.ts"

/** Where a run is laid out by shares of its window, or for a small model. */
export function isBrief({ environment }: Pick<RunParts, "environment">): boolean {
  return environment.window !== undefined || isSmallProfile(environment)
}

/** Where a call can hold no more than its schema describes. */
export function isBound(parts: RunParts, { name }: Pick<Control<unknown>, "name">): boolean {
  return modelFor(parts, name).traits?.isBoundBySchema ?? false
}

/** A list is cut once: the same words in every call, so that caches hold. */
const known = new WeakMap<readonly ToolSpec[], readonly ToolSpec[]>()

/**
 * The same tools in fewer words, for a window that has no room for more: of a tool its first sentence, of what stands inside it what
 * comes first. So the first words of a description have to do by themselves.
 */
export function briefly(specs: readonly ToolSpec[]): readonly ToolSpec[] {
  const cut = known.get(specs) ?? specs.map(brief)
  known.set(specs, cut)
  return cut
}

function brief({ name, description, schema }: ToolSpec): ToolSpec {
  return { name, description: firstSentence(description), schema: shortened(schema) as JsonSchema }
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortened)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === "description" && typeof child === "string" ? firstClause(child) : shortened(child),
    ]),
  )
}

function firstClause(text: string): string {
  return text.split(/[.;] |(?<=\?) /)[0] ?? text
}
