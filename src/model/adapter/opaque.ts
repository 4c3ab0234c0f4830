import type { SharedV4ProviderOptions } from "@ai-sdk/provider"
import type { OpaquePart, ToolCall } from "../../protocol/log/message.ts"

/** What stands in `metadata` and `ToolCall.opaque`: whose it is, and what the provider package said. */
type Owned = { readonly model: string; readonly provider?: SharedV4ProviderOptions }

/** A reasoning part that only `model` may get back. */
export function opaquePart(model: string, text: string, provider: SharedV4ProviderOptions | undefined): OpaquePart {
  return { text, metadata: owned(model, provider) }
}

/** A call as it came, with the provider's own note on it, if there is one. */
export function opaqueCall(model: string, call: ToolCall, provider: SharedV4ProviderOptions | undefined): ToolCall {
  return provider === undefined ? call : { ...call, opaque: owned(model, provider) }
}

/** Whether the part came from this model. Anybody else would refuse it or take it for its own thought. */
export function isOwn(model: string, metadata: unknown): boolean {
  return isOwned(metadata) && metadata.model === model
}

/** The options that carry the note back, for the model that made it. */
export function echoOptions(model: string, metadata: unknown): { providerOptions?: SharedV4ProviderOptions } {
  const provider = isOwned(metadata) && metadata.model === model ? metadata.provider : undefined
  return provider ? { providerOptions: provider } : {}
}

function owned(model: string, provider: SharedV4ProviderOptions | undefined): Owned {
  return provider ? { model, provider } : { model }
}

function isOwned(value: unknown): value is Owned {
  return typeof value === "object" && value !== null && typeof (value as Owned).model === "string"
}
