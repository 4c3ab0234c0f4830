import type { LanguageModelV4, LanguageModelV4FinishReason, LanguageModelV4StreamPart } from "@ai-sdk/provider"
import { cutOff, type Endpoint, notAStream, toModelError } from "./faults.ts"
import type { FinishReason, Model, ModelPart, ModelRequest } from "./model.ts"
import { toUsage } from "./reply-usage.ts"
import { withRetry } from "./retry.ts"
import { DEFAULT_TIMEOUTS, type Timeouts, watch } from "./timeouts.ts"
import { toCallOptions } from "./wire.ts"

/** An endpoint that speaks OpenAI's chat completions. `baseUrl` usually ends in `/v1`. */
export type OpenAICompatibleSettings = {
  readonly name: string
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly contextWindow?: number | undefined
  readonly timeouts?: Partial<Timeouts> | undefined
  /** How often a call is tried again after a passing fault; 0 for never. */
  readonly retries?: number | undefined
}

const DEFAULT_CONTEXT_WINDOW = 128_000

/** A model over HTTP. The provider package is loaded at the first call, not at start. */
export function openAICompatible(settings: OpenAICompatibleSettings): Model {
  const target = { settings, load: lazyProvider(settings) }
  const model: Model = {
    id: `openai-compatible:${settings.name}`,
    contextWindow: settings.contextWindow ?? DEFAULT_CONTEXT_WINDOW,
    stream: (request, signal) => streamOnce(target, request, signal),
  }
  return withRetry(model, settings.retries === undefined ? {} : { retries: settings.retries })
}

type Target = { readonly settings: OpenAICompatibleSettings; readonly load: () => Promise<LanguageModelV4> }

function lazyProvider({ name, baseUrl, apiKey }: OpenAICompatibleSettings): Target["load"] {
  let loaded: Promise<LanguageModelV4> | undefined
  const load = async () => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible")
    const key = apiKey ? { apiKey } : {}
    return createOpenAICompatible({ name: "endpoint", baseURL: baseUrl, includeUsage: true, ...key }).chatModel(name)
  }
  return () => {
    loaded ??= load()
    return loaded
  }
}

async function* streamOnce(
  { settings, load }: Target,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const model = await load()
  let contentType = ""
  const parts = watch<LanguageModelV4StreamPart>(
    {
      open: async (abortSignal) => {
        const { stream, response } = await model.doStream({ ...toCallOptions(request), abortSignal })
        contentType = response?.headers?.["content-type"] ?? ""
        return stream
      },
      isSign: (part) => part.type !== "stream-start",
      timeouts: { ...DEFAULT_TIMEOUTS, ...settings.timeouts },
      subject: `Model ${settings.name} at ${settings.baseUrl}`,
    },
    signal,
  )
  try {
    yield* readParts(parts, request, settings)
  } catch (error) {
    signal.throwIfAborted()
    if (isForeign(contentType)) throw notAStream(settings, contentType)
    throw toModelError(error, settings)
  }
}

function isForeign(contentType: string): boolean {
  return contentType !== "" && !contentType.includes("event-stream")
}

async function* readParts(
  parts: AsyncIterable<LanguageModelV4StreamPart>,
  request: ModelRequest,
  endpoint: Endpoint,
): AsyncGenerator<ModelPart> {
  let output = ""
  let calls = 0
  for await (const part of parts) {
    switch (part.type) {
      case "text-delta":
        yield { type: "text", delta: part.delta }
        output += part.delta
        break
      case "reasoning-delta":
        output += part.delta
        break
      case "tool-call":
        yield { type: "call", call: { id: part.toolCallId, name: part.toolName, arguments: part.input } }
        output += part.toolName + part.input
        calls++
        break
      case "error":
        throw isUnfinished(part.error) ? cutOff(endpoint) : part.error
      case "finish":
        yield { type: "end", usage: toUsage(part.usage, request, output), finish: toFinish(part.finishReason, calls) }
        return
    }
  }
  throw cutOff(endpoint)
}

/** The package's word for a stream that closed cleanly but too early. */
function isUnfinished(error: unknown): boolean {
  return error instanceof Error && error.name === "AI_InvalidResponseDataError"
}

/** Servers disagree on the reason for calls (Ollama says `stop`), so what came decides between those two. */
function toFinish({ unified }: LanguageModelV4FinishReason, calls: number): FinishReason {
  switch (unified) {
    case "stop":
    case "tool-calls":
      return calls > 0 ? "calls" : "stop"
    case "length":
      return "length"
    case "content-filter":
      return "refused"
    case "error":
    case "interrupted":
    case "other":
      return "other"
  }
}
