import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider"
import { withCacheHints } from "../endpoints/cache-hints.ts"
import { type AskedEndpoint, notAStream, toModelError } from "../faults/faults.ts"
import { defaultTimeouts, type Timeouts, watch } from "../http/timeouts.ts"
import type { Model, ModelPart, ModelRequest } from "../seam/model.ts"
import { withRetry } from "../wrappers/retry.ts"
import type { ModelPlace } from "./model-place.ts"
import { withOutputLimit } from "./output-limit.ts"
import { readParts } from "./sdk-parts.ts"
import { toCallOptions, type WireStyle } from "./wire.ts"

/** How an endpoint is told not to think: in the packages' common word for it, or in fields of its own. */
export type ThinkingOff =
  | { readonly reasoning: NonNullable<LanguageModelV4CallOptions["reasoning"]> }
  | { readonly body: SharedV4ProviderOptions[string] }

/** A model of any provider package. */
export type SdkModelSettings = {
  /** `provider:name`. */
  readonly id: string
  /** What is known of it where it is. */
  readonly place: ModelPlace
  readonly endpoint: AskedEndpoint
  /** Called at the first request, and once more after it failed. */
  readonly load: () => Promise<LanguageModelV4>
  readonly style?: Omit<WireStyle, "modelId" | "shape"> | undefined
  /** The namespace of the package's own options, and what is always sent in it. */
  readonly options?: { readonly key: string; readonly always?: SharedV4ProviderOptions[string] | undefined } | undefined
  /** The server may pass thoughts on as text in tags. */
  readonly hasThinkTags?: boolean | undefined
  readonly timeouts?: Partial<Timeouts> | undefined
  /** How often a call is tried again after a passing fault; 0 for never. */
  readonly retries?: number | undefined
}

/** Any AI SDK model as ours. Nothing is loaded before it is prepared or called. */
export function sdkModel(settings: SdkModelSettings): Model {
  const { place } = settings
  const load = once(settings.load)
  const model: Model = {
    id: settings.id,
    get contextWindow() {
      return place.contextWindow
    },
    get traits() {
      return place.traits
    },
    givenWindow: place.givenWindow,
    get isWindowAssumed() {
      return place.isWindowAssumed
    },
    prepare: preparing(place, load),
    baseUrl: withoutSecrets(settings.endpoint.baseUrl),
    stream: (request, signal) => streamOnce({ ...settings, load }, request, signal),
  }
  return withRetry(withOutputLimit(model), settings.retries === undefined ? {} : { retries: settings.retries })
}

/** While its server is asked, what the first call needs is loaded; what fails then fails again at that call. */
function preparing({ prepare }: ModelPlace, load: SdkModelSettings["load"]): Model["prepare"] {
  return (
    prepare &&
    ((remembered) => {
      const asked = prepare(remembered)
      load().catch(() => {})
      return asked
    })
  )
}

/** The address without user, password and query, so that it may be shown and recorded. */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "")
}

async function* streamOnce(
  settings: SdkModelSettings,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const { id, endpoint, hasThinkTags, place } = settings
  let contentType = ""
  const parts = watch<LanguageModelV4StreamPart>(
    {
      open: async (abortSignal) => {
        const model = await settings.load()
        const includeRawChunks = place.promptProgress !== undefined
        const call = { ...callOptions(request, settings), includeRawChunks, abortSignal }
        const { stream, response } = await model.doStream(call)
        contentType = response?.headers?.["content-type"] ?? ""
        return partsOf(stream)
      },
      isSign: (part) => part.type !== "stream-start",
      sizeOf: (part) => ("delta" in part ? part.delta.length : 0),
      timeouts: { ...defaultTimeouts(place.isLocal), ...settings.timeouts },
      subject: `Model ${endpoint.name} at ${endpoint.baseUrl}`,
    },
    signal,
  )
  try {
    yield* readParts(parts, { modelId: id, request, endpoint, hasThinkTags, contextWindow: place.contextWindow })
  } catch (error) {
    signal.throwIfAborted()
    if (isForeign(contentType)) throw notAStream(endpoint, contentType)
    throw toModelError(error, endpoint)
  }
}

/** A reader's own answers are an iterator's: the stream's iterator would wait once more for each of them. */
function partsOf<Part>(stream: ReadableStream<Part>): AsyncIterable<Part> {
  const reader = stream.getReader()
  const next = () => reader.read() as Promise<IteratorResult<Part>>
  return { [Symbol.asyncIterator]: () => ({ next }) }
}

function callOptions(request: ModelRequest, settings: SdkModelSettings): LanguageModelV4CallOptions {
  const { id, style, place } = settings
  const options = toCallOptions(request, { ...style, shape: place.shape, modelId: id })
  return {
    ...options,
    ...(place.cacheHints ? { prompt: withCacheHints(options.prompt, place.cacheHints) } : {}),
    ...(request.steady && place.takesTemperature ? { temperature: 0 } : {}),
    ...ownOptions(request, settings),
    ...(request.trace ? { headers: { ...request.trace } } : {}),
  }
}

function ownOptions(
  request: ModelRequest,
  { options, place }: SdkModelSettings,
): Pick<LanguageModelV4CallOptions, "reasoning" | "providerOptions"> {
  const off = request.thinking === "off" ? place.thinkingOff : undefined
  const reasoning = off && "reasoning" in off ? { reasoning: off.reasoning } : {}
  if (!options) return reasoning
  const one = request.oneCall && request.tools.length > 0 ? place.oneCall : {}
  const own = { ...options.always, ...place.promptProgress, ...one, ...(off && "body" in off ? off.body : {}) }
  return { ...reasoning, providerOptions: { [options.key]: own } }
}

/** A module that could not be loaded is asked for again: the next attempt may find it. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}

/** Bedrock has an event stream of its own. */
function isForeign(contentType: string): boolean {
  return contentType !== "" && !/event-?stream/.test(contentType)
}
