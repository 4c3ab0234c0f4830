import { createHash } from "node:crypto"
import type {
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolChoice,
} from "@ai-sdk/provider"
import type { Message, OpaquePart, PicturePart, ToolCall } from "../../protocol/log/message.ts"
import type { ModelRequest, ToolChoice, ToolSpec, TranscriptShape } from "../seam/model.ts"
import type { ToolMessage } from "../seam/transcript.ts"
import { echoOptions, isOwn } from "./opaque.ts"
import { repairTranscript } from "./repair-transcript.ts"
import { shapeTranscript } from "./shape-transcript.ts"

/** How one model behind one package wants a request written. */
export type WireStyle = {
  /** Whose opaque parts are echoed. */
  readonly modelId: string
  readonly shape?: TranscriptShape | undefined
  /** Packages that would quote text once more get the arguments as an object; else they go out byte for byte. */
  readonly argumentsAs?: "text" | "object" | undefined
  /** Said of each tool where silence means `true`: our schemas have optional fields, which strict ones must not. */
  readonly strictTools?: false | undefined
  /** Mistral takes only ids of nine letters and digits; those of other models and our own are not. */
  readonly callIds?: "nine" | undefined
}

/** What the endpoint is asked, without signal, headers and the package's own options. */
export function toCallOptions(request: ModelRequest, style: WireStyle): LanguageModelV4CallOptions {
  const { tools, format, maxOutputTokens } = request
  const strict = style.strictTools === false ? { strict: false } : {}
  return {
    prompt: toPrompt(request, style),
    ...(tools.length > 0
      ? { tools: tools.map((tool) => toFunctionTool(tool, strict)), toolChoice: toProviderChoice(request.choice) }
      : {}),
    ...(format ? { responseFormat: { type: "json", name: format.name, schema: format.schema as JSONSchema7 } } : {}),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  }
}

/** The transcript, repaired and shaped, in the provider packages' form. */
export function toPrompt(
  { messages, tools, shape }: Pick<ModelRequest, "messages" | "tools" | "shape">,
  style: WireStyle,
): LanguageModelV4Prompt {
  const wanted = { ...style.shape, ...definedOf(shape), withTools: tools.length > 0 }
  return shapeTranscript(repairTranscript(messages), wanted).map((message) => toProviderMessage(message, style))
}

function definedOf(shape: TranscriptShape | undefined): TranscriptShape {
  return Object.fromEntries(Object.entries(shape ?? {}).filter(([, value]) => value !== undefined))
}

function toProviderMessage(message: Message, style: WireStyle): LanguageModelV4Message {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.text }
    case "user":
      return { role: "user", content: [...textOrNothing(message), ...(message.pictures ?? []).map(toFilePart)] }
    case "assistant":
      return {
        role: "assistant",
        content: [
          ...(message.opaque ?? [])
            .filter(({ metadata }) => isOwn(style.modelId, metadata))
            .map((part) => toReasoningPart(part, style)),
          ...textPart(message.text),
          ...message.calls.map((call) => toCallPart(call, style)),
        ],
      }
    case "tool":
      return { role: "tool", content: [toResultPart(message, style)] }
  }
}

function textOrNothing({ text, pictures }: Extract<Message, { role: "user" }>) {
  return text === "" && pictures?.length ? [] : [{ type: "text" as const, text }]
}

function toFilePart({ mime, data }: PicturePart) {
  return { type: "file" as const, mediaType: mime, data: { type: "data" as const, data } }
}

function toReasoningPart({ text, metadata }: OpaquePart, { modelId }: WireStyle) {
  return { type: "reasoning" as const, text, ...echoOptions(modelId, metadata) }
}

function textPart(text: string) {
  return text === "" ? [] : [{ type: "text" as const, text }]
}

function toCallPart(call: ToolCall, { modelId, argumentsAs, callIds }: WireStyle) {
  const input: unknown = argumentsAs === "object" ? JSON.parse(call.arguments) : call.arguments
  const echo = echoOptions(modelId, call.opaque)
  return { type: "tool-call" as const, toolCallId: wireId(call.id, callIds), toolName: call.name, input, ...echo }
}

function toResultPart(message: ToolMessage, { callIds }: WireStyle) {
  const output = { type: "text" as const, value: message.text }
  const toolCallId = wireId(message.callId, callIds)
  return { type: "tool-result" as const, toolCallId, toolName: message.name, output }
}

/** Call and result get the same id, and the same one in every request. */
function wireId(id: string, style: WireStyle["callIds"]): string {
  if (style !== "nine" || /^[a-zA-Z0-9]{9}$/.test(id)) return id
  return createHash("sha256").update(id).digest("hex").slice(0, 9)
}

function toFunctionTool(tool: ToolSpec, strict: { strict?: boolean }): LanguageModelV4FunctionTool {
  const { name, description, schema } = tool
  return { type: "function", name, description, inputSchema: schema as JSONSchema7, ...strict }
}

function toProviderChoice(choice: ToolChoice): LanguageModelV4ToolChoice {
  return choice.kind === "named" ? { type: "tool", toolName: choice.name } : { type: choice.kind }
}
