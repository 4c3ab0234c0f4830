import type { EndpointTraits, Model } from "./model.ts"
import { PACKAGES } from "./packages.ts"
import { sdkModel, type ThinkingOff } from "./sdk-model.ts"
import type { Timeouts } from "./timeouts.ts"

/** An endpoint that speaks OpenAI's chat completions. `baseUrl` usually ends in `/v1`. */
export type OpenAICompatibleSettings = {
  readonly name: string
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly contextWindow?: number | undefined
  readonly traits?: EndpointTraits | undefined
  readonly thinkingOff?: ThinkingOff | undefined
  readonly timeouts?: Partial<Timeouts> | undefined
  /** How often a call is tried again after a passing fault; 0 for never. */
  readonly retries?: number | undefined
}

const DEFAULT_CONTEXT_WINDOW = 128_000

/** A model over HTTP, whatever server is behind it. The provider package is loaded at the first call, not at start. */
export function openAICompatible(settings: OpenAICompatibleSettings): Model {
  const { name, baseUrl, apiKey, contextWindow = DEFAULT_CONTEXT_WINDOW, ...rest } = settings
  const { load, optionsKey, options, hasThinkTags } = PACKAGES["openai-compatible"]
  const keys = apiKey ? { OPENAI_API_KEY: apiKey } : {}
  return sdkModel({
    ...rest,
    id: `openai-compatible:${name}`,
    contextWindow,
    endpoint: { name, baseUrl },
    load: () => load({ name, baseUrl, keys, contextWindow }),
    options: { key: optionsKey, always: options },
    hasThinkTags,
  })
}
