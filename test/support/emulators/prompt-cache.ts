import { createHash } from "node:crypto"
import { estimateTokens } from "../../../src/model/seam/tokens.ts"
import type { HeardRequest } from "./mind.ts"

/** Tokens of a prompt; `cached` and `written` are parts of it. */
export type PromptTokens = { readonly prompt: number; readonly cached: number; readonly written: number }

/**
 * Where the client marked the prompt for caching, as indexes of normalised messages; -1 is the tool list.
 * Absent: the endpoint caches by itself.
 */
export type Breakpoints = readonly number[] | undefined

/** Remembers the prefixes of earlier prompts (tool list, then message by message) and says how much of one was seen. */
export class PromptCache {
  readonly #seen = new Set<string>()

  /** Measures a prompt against the earlier ones, and keeps it. */
  measure(asked: HeardRequest, breakpoints: Breakpoints): PromptTokens {
    const prefixes = prefixesOf(asked, breakpoints !== undefined)
    const marked = breakpoints ? breakpoints.map((at) => at + 1) : prefixes.map((_, index) => index)
    const hit = prefixes.findLast(({ digest }) => this.#seen.has(digest))?.tokens ?? 0
    const cached = marked.length > 0 ? hit : 0
    const kept = marked.flatMap((index) => prefixes[index] ?? [])
    for (const { digest } of kept) this.#seen.add(digest)
    const last = Math.max(0, ...kept.map(({ tokens }) => tokens))
    const written = breakpoints ? Math.max(0, last - cached) : 0
    return { prompt: prefixes.at(-1)?.tokens ?? 0, cached, written }
  }
}

/** The tokens of a whole prompt, as all emulators count them. */
export function promptTokens(asked: HeardRequest): number {
  return prefixesOf(asked, false).at(-1)?.tokens ?? 0
}

type Prefix = { readonly digest: string; readonly tokens: number }

/** With explicit breakpoints (Anthropic) a changed tool choice drops the cached messages, but not the tools. */
function prefixesOf(asked: HeardRequest, isExplicit: boolean): Prefix[] {
  const segments = [JSON.stringify(asked.tools), ...asked.messages.map((message) => JSON.stringify(message))]
  const prefixes: Prefix[] = []
  let digest = asked.model
  let tokens = 0
  for (const [index, segment] of segments.entries()) {
    const afterSystem = isExplicit && index > 0 && asked.messages[index - 1]?.role !== "system"
    const salt = afterSystem ? JSON.stringify(asked.wanted) : ""
    digest = createHash("sha1").update(`${digest}\n${salt}\n${segment}`).digest("base64")
    tokens += segment === "[]" ? 0 : estimateTokens(segment)
    prefixes.push({ digest, tokens })
  }
  return prefixes
}
