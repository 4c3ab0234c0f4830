import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
  SharedV4Warning,
} from "@ai-sdk/provider"
import { type AskedEndpoint, cutOff, notSupported } from "../faults/faults.ts"
import type { FinishReason, ModelPart, ModelRequest } from "../seam/model.ts"
import { ReplyMeter } from "../seam/reply-meter.ts"
import { toUsage } from "../seam/reply-usage.ts"
import { opaqueCall, opaquePart } from "./opaque.ts"
import { ThinkTags, type ThoughtPiece } from "./think-tags.ts"

/** Whose reply is read, and to what. */
export type ReplySource = {
  readonly modelId: string
  readonly request: ModelRequest
  readonly endpoint: AskedEndpoint
  /** The server may pass thoughts on as text in tags. */
  readonly hasThinkTags?: boolean | undefined
  readonly contextWindow: number
}

/** The parts of a package's stream as ours. The `end` part comes when the response is over, which keeps the connection. */
export async function* readParts(
  parts: AsyncIterable<LanguageModelV4StreamPart>,
  source: ReplySource,
): AsyncGenerator<ModelPart> {
  const reader = new PartReader(source)
  // Not `yield*`: from in here it would wait several times for each part, also for those that bring nothing.
  for await (const part of parts) {
    for (const own of reader.read(part)) yield own
    if (reader.isCircling) break
  }
  for (const own of reader.close()) yield own
}

/** No tool has a longer name, and endpoints refuse a transcript with one that is longer. */
const LONGEST_NAME = 64

/** Nobody counts what is not read to its end. */
const UNCOUNTED = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined }
const CIRCLING = {
  usage: { inputTokens: UNCOUNTED, outputTokens: { total: undefined, text: undefined, reasoning: undefined } },
  reason: { unified: "length" as const, raw: undefined },
}

type Finish = { readonly usage: LanguageModelV4Usage; readonly reason: LanguageModelV4FinishReason }
type Thought = { text: string; metadata: SharedV4ProviderMetadata | undefined }
type OpenCall = { readonly name: string; text: string; metadata: SharedV4ProviderMetadata | undefined }

/** Most parts bring nothing by themselves. */
const NOTHING: readonly ModelPart[] = []

class PartReader {
  readonly #source: ReplySource
  readonly #thoughts = new Map<string, Thought>()
  readonly #openCalls = new Map<string, OpenCall>()
  readonly #tags: ThinkTags | undefined
  readonly #meter: ReplyMeter
  #calls = 0
  #finish: Finish | undefined

  constructor(source: ReplySource) {
    this.#source = source
    this.#tags = source.hasThinkTags ? new ThinkTags() : undefined
    this.#meter = new ReplyMeter(source)
  }

  read(part: LanguageModelV4StreamPart): readonly ModelPart[] {
    this.#meter.add(part)
    const taken = this.#take(part)
    const progress = this.#meter.news()
    return progress ? [...taken, progress] : taken
  }

  #take(part: LanguageModelV4StreamPart): readonly ModelPart[] {
    switch (part.type) {
      case "stream-start":
        refuseWhatIsLeftOut(part.warnings, this.#source)
        return NOTHING
      case "text-delta":
        return this.#say(part.delta)
      case "reasoning-start":
      case "reasoning-delta":
        this.#think(part.id, "delta" in part ? part.delta : "", part.providerMetadata)
        return NOTHING
      case "reasoning-end":
        this.#think(part.id, "", part.providerMetadata)
        return this.#endThought(part.id)
      case "tool-input-start":
        this.#openCalls.set(part.id, { name: part.toolName, text: "", metadata: part.providerMetadata })
        return NOTHING
      case "tool-input-delta":
        this.#continueCall(part.id, part.delta)
        return NOTHING
      case "tool-call":
        return this.#call(part)
      case "raw":
        return promptNews(part.rawValue, this.#meter.tokens)
      case "error":
        throw isUnfinished(part.error) ? cutOff(this.#source.endpoint) : part.error
      case "finish":
        this.#finish = { usage: part.usage, reason: part.finishReason }
    }
    return NOTHING
  }

  /** It goes in circles: nothing more is to be had of it, and what came counts as cut off. */
  get isCircling(): boolean {
    return this.#meter.isCircling
  }

  close(): readonly ModelPart[] {
    if (this.isCircling) this.#finish = CIRCLING
    if (!this.#finish) throw cutOff(this.#source.endpoint)
    const said = [...(this.#tags?.end() ?? [])].map((piece) => this.#tell(piece))
    const thought = [...this.#thoughts.keys()].flatMap((id) => this.#endThought(id))
    const called = [...this.#openCalls].flatMap(([id, { name, text, metadata }]) =>
      this.#call({
        toolCallId: id,
        toolName: name,
        input: text,
        ...(metadata ? { providerMetadata: metadata } : {}),
      }),
    )
    return [...said, ...thought, ...called, this.#end(this.#finish)]
  }

  #end({ usage, reason }: Finish): ModelPart {
    const { request, contextWindow } = this.#source
    return {
      type: "end",
      usage: toUsage(usage, request, { tokens: this.#meter.tokens, contextWindow }),
      finish: toFinish(reason, this.#calls),
    }
  }

  #say(delta: string): readonly ModelPart[] {
    if (this.#tags) return [...this.#tags.feed(delta)].map((piece) => this.#tell(piece))
    return delta === "" ? NOTHING : [{ type: "text", delta }]
  }

  #tell({ kind, text }: ThoughtPiece): ModelPart {
    if (kind === "text") return { type: "text", delta: text }
    return { type: "opaque", part: opaquePart(this.#source.modelId, text, undefined) }
  }

  #think(id: string, delta: string, metadata: SharedV4ProviderMetadata | undefined): void {
    const known = this.#thoughts.get(id) ?? { text: "", metadata: undefined }
    this.#thoughts.set(id, { text: known.text + delta, metadata: mergeMetadata(known.metadata, metadata) })
  }

  #endThought(id: string): readonly ModelPart[] {
    const thought = this.#thoughts.get(id)
    this.#thoughts.delete(id)
    if (!thought || (thought.text === "" && !thought.metadata)) return NOTHING
    return [{ type: "opaque", part: opaquePart(this.#source.modelId, thought.text, thought.metadata) }]
  }

  #continueCall(id: string, delta: string): void {
    const open = this.#openCalls.get(id)
    if (open) open.text += delta
  }

  #call(part: Omit<LanguageModelV4ToolCall, "type">): readonly ModelPart[] {
    this.#openCalls.delete(part.toolCallId)
    if (part.providerExecuted) return NOTHING
    this.#calls++
    const call = { id: part.toolCallId, name: part.toolName.slice(0, LONGEST_NAME), arguments: part.input }
    return [{ type: "call", call: opaqueCall(this.#source.modelId, call, part.providerMetadata) }]
  }
}

/** llama.cpp tells in a field of its own how much of the prompt it has read. */
function promptNews(chunk: unknown, tokens: number): readonly ModelPart[] {
  const told = (chunk as { prompt_progress?: { total?: unknown; processed?: unknown } } | null)?.prompt_progress
  if (typeof told?.total !== "number" || typeof told.processed !== "number") return NOTHING
  return [{ type: "progress", tokens, prompt: { read: told.processed, of: told.total } }]
}

/** Some packages drop a forced choice or a format with no more than a warning. Nobody here would see it. */
function refuseWhatIsLeftOut(warnings: readonly SharedV4Warning[], { request, endpoint }: ReplySource): void {
  const isForced = request.choice.kind === "named" || request.choice.kind === "required"
  for (const warning of warnings) {
    if (warning.type !== "unsupported") continue
    const said = warning.details ?? warning.feature
    if (isForced && /^tool ?choice/i.test(warning.feature)) throw notSupported(endpoint, "tool_choice", said)
    if (request.format && warning.feature === "responseFormat") throw notSupported(endpoint, "format", said)
  }
}

function mergeMetadata(
  first: SharedV4ProviderMetadata | undefined,
  second: SharedV4ProviderMetadata | undefined,
): SharedV4ProviderMetadata | undefined {
  if (!first || !second) return first ?? second
  const merged = { ...first }
  for (const [key, value] of Object.entries(second)) merged[key] = { ...merged[key], ...value }
  return merged
}

/** The packages' word for a stream that closed cleanly but too early. */
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
