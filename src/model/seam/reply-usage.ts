import type { LanguageModelV4Usage } from "@ai-sdk/provider"
import type { Usage } from "../../protocol/log/usage.ts"
import type { ModelRequest } from "./model.ts"
import { estimateTokens } from "./tokens.ts"

/** What the endpoint counted; what it did not count is estimated, since a budget must not take silence for nothing. */
export function toUsage(counted: LanguageModelV4Usage, request: ModelRequest, reply: Measured): Usage {
  const most = ABSURD_TIMES * Math.max(reply.contextWindow, LEAST_WINDOW)
  const prompt = credible(counted.inputTokens.total, most) ?? estimatePrompt(request)
  const completion = credible(counted.outputTokens.total, most) ?? Math.ceil(reply.tokens)
  return { prompt, completion, cached: Math.min(prompt, credible(cachedTokens(counted), most) ?? 0) }
}

/** What is known of a reply without its endpoint: its size by our own estimate, and what the model can take at all. */
export type Measured = { readonly tokens: number; readonly contextWindow: number }

/** Our table may have a window far too small; nobody's is so much larger. */
const ABSURD_TIMES = 4
const LEAST_WINDOW = 250_000

/** A count, unless it is none: neither negative nor endless, nor more than the model could have read or written. */
function credible(count: number | undefined, most: number): number | undefined {
  return typeof count === "number" && count > 0 && count <= most ? count : undefined
}

/** The size of a request's messages and tools, before it is sent. An estimate. */
export function estimatePrompt(request: Pick<ModelRequest, "messages" | "tools">): number {
  return estimateTokens(JSON.stringify(request.messages)) + estimateTokens(JSON.stringify(request.tools))
}

/** DeepSeek reports cache hits beside the standard field, which the package reads alone. */
function cachedTokens(counted: LanguageModelV4Usage): number {
  const deepSeek = counted.raw?.prompt_cache_hit_tokens
  return counted.inputTokens.cacheRead || (typeof deepSeek === "number" ? deepSeek : 0)
}
