import { ModelPlace } from "./adapter/model-place.ts"
import { sdkModel, type ThinkingOff } from "./adapter/sdk-model.ts"
import { COMPATIBLE_ENDPOINT } from "./endpoints/local-endpoints.ts"
import { PACKAGES } from "./endpoints/packages.ts"
import type { Timeouts } from "./http/timeouts.ts"
import type { EndpointTraits, Model } from "./seam/model.ts"

/** An endpoint that speaks OpenAI's chat completions. `baseUrl` usually ends in `/v1`. */
export type OpenAICompatibleSettings = {
  readonly name: string
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  /** Absent: what the server tells or the model's name; else 8,192 for a local runtime, 128,000 for anybody else. */
  readonly contextWindow?: number | undefined
  readonly traits?: EndpointTraits | undefined
  readonly thinkingOff?: ThinkingOff | undefined
  readonly timeouts?: Partial<Timeouts> | undefined
  /** How often a call is tried again after a passing fault; 0 for never. */
  readonly retries?: number | undefined
}

/** A model over HTTP, whatever server is behind it. The provider package is loaded at the first call, not at start. */
export function openAICompatible(settings: OpenAICompatibleSettings): Model {
  const { name, baseUrl, apiKey, contextWindow, traits, thinkingOff, ...rest } = settings
  const { load, optionsKey, options, hasThinkTags } = PACKAGES["openai-compatible"]
  const keys = apiKey ? { OPENAI_API_KEY: apiKey } : {}
  const said = { traits, thinkingOff, givenWindow: contextWindow, key: apiKey }
  const place = new ModelPlace({ row: COMPATIBLE_ENDPOINT, name, baseUrl, ...said })
  return sdkModel({
    ...rest,
    id: `openai-compatible:${name}`,
    place,
    endpoint: { name, baseUrl, models: () => place.models },
    load: () => load({ name, baseUrl, keys, contextWindow: place.contextWindow }),
    options: { key: optionsKey, always: options },
    hasThinkTags,
  })
}
