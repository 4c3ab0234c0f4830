import type { LanguageModelV4Usage } from "@ai-sdk/provider"
import type { Usage } from "../protocol/usage.ts"
import type { ModelRequest } from "./model.ts"
import { estimateTokens } from "./tokens.ts"

/** What the endpoint counted; what it did not count is estimated, since a budget must not take silence for nothing. */
export function toUsage(counted: LanguageModelV4Usage, request: ModelRequest, output: string): Usage {
  const prompt = counted.inputTokens.total || estimatePrompt(request)
  const completion = counted.outputTokens.total || estimateTokens(output)
  return { prompt, completion, cached: Math.min(prompt, cachedTokens(counted)) }
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
