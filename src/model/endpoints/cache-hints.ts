import type { LanguageModelV4Message, LanguageModelV4Prompt, SharedV4ProviderOptions } from "@ai-sdk/provider"

/** Who wants to be told what to cache; the others find repeated beginnings by themselves. */
export type CacheHints = "anthropic" | "bedrock"

const MARKS: Readonly<Record<CacheHints, SharedV4ProviderOptions>> = {
  anthropic: { anthropic: { cacheControl: { type: "ephemeral" } } },
  bedrock: { bedrock: { cachePoint: { type: "default" } } },
}

/**
 * The same prompt with marks up to which it is worth keeping: the system message (and the tools before it), the last
 * message, and the one before, which stays the same when the last one ends with something said for one call only.
 */
export function withCacheHints(prompt: LanguageModelV4Prompt, hints: CacheHints): LanguageModelV4Prompt {
  const marked = new Set([prompt.findIndex(({ role }) => role === "system"), prompt.length - 1, prompt.length - 2])
  return prompt.map((message, index) => (marked.has(index) ? withMark(message, MARKS[hints]) : message))
}

function withMark(message: LanguageModelV4Message, mark: SharedV4ProviderOptions): LanguageModelV4Message {
  return { ...message, providerOptions: { ...message.providerOptions, ...mark } }
}
