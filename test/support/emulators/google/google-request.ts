import type { ToolSpec } from "../../../../src/model/seam/model.ts"
import { asRecord, asRecords, asText, type Json } from "../json.ts"
import type { AskedChoice, AskedMessage, HeardRequest, WishedCall } from "../mind.ts"
import type { EmulatorRequest, ReadRequest } from "../protocol.ts"

const PATH = /^\/v1beta\/models\/([^:?]+):(generateContent|streamGenerateContent)/

/** Reads a generateContent request; model and streaming are in the path. */
export function readGoogle({ path, body }: EmulatorRequest): ReadRequest | undefined {
  const [, model, method] = PATH.exec(path) ?? []
  if (model === undefined) return undefined
  const settings = asRecord(body.generationConfig)
  const choice = choiceOf(asRecord(asRecord(body.toolConfig).functionCallingConfig))
  const format = formatOf(settings)
  const thinkingSaid = thinkingOf(asRecord(settings.thinkingConfig))
  const asked: HeardRequest = {
    protocol: "google",
    model: decodeURIComponent(model),
    messages: [...systemOf(body), ...asRecords(body.contents).flatMap(messagesOf)],
    tools: asRecords(body.tools).flatMap((tool) => asRecords(tool.functionDeclarations).map(toolOf)),
    choice,
    wanted: choice,
    ...(format ? { format } : {}),
    thinking: false,
    parallel: true,
    stream: method === "streamGenerateContent",
    ...(typeof settings.maxOutputTokens === "number" ? { maxTokens: settings.maxOutputTokens } : {}),
    body,
  }
  return { asked, ...(thinkingSaid === undefined ? {} : { thinkingSaid }) }
}

function systemOf(body: Json): AskedMessage[] {
  return asRecords(asRecord(body.systemInstruction).parts).map(({ text }) => ({ role: "system", text: asText(text) }))
}

function messagesOf({ role, parts }: Json): AskedMessage[] {
  const list = asRecords(parts)
  if (role === "model") return [modelMessage(list)]
  const results = list.filter(({ functionResponse }) => functionResponse !== undefined).map(resultOf)
  const text = list.map((part) => asText(part.text)).join("")
  return [...results, ...(text === "" ? [] : [{ role: "user" as const, text }])]
}

/** Older models give calls no id; then the name stands for it. */
function resultOf(part: Json): AskedMessage {
  const { id, name, response } = asRecord(part.functionResponse)
  return { role: "tool", callId: asText(id ?? name), text: JSON.stringify(response) }
}

function modelMessage(parts: readonly Json[]): AskedMessage {
  const thoughts = parts.filter(({ thought }) => thought === true)
  const spoken = parts.filter(({ thought }) => thought !== true)
  return {
    role: "assistant",
    text: spoken.map(({ text }) => asText(text)).join(""),
    calls: parts.filter(({ functionCall }) => functionCall !== undefined).map(callOf),
    reasoning: thoughts.map(({ text }) => ({ text: asText(text) })),
  }
}

function callOf({ functionCall, thoughtSignature }: Json): WishedCall {
  const { id, name, args } = asRecord(functionCall)
  const signature = typeof thoughtSignature === "string" ? { signature: thoughtSignature } : {}
  return { id: asText(id ?? name), name: asText(name), arguments: JSON.stringify(args ?? {}), ...signature }
}

function toolOf({ name, description, parametersJsonSchema, parameters }: Json): ToolSpec {
  return { name: asText(name), description: asText(description), schema: asRecord(parametersJsonSchema ?? parameters) }
}

/** Of several allowed names the first is taken. */
function choiceOf({ mode, allowedFunctionNames }: Json): AskedChoice {
  if (mode === "NONE") return "none"
  if (mode !== "ANY") return "auto"
  const name = Array.isArray(allowedFunctionNames) ? allowedFunctionNames[0] : undefined
  return typeof name === "string" ? { name } : "required"
}

function formatOf({ responseMimeType, responseJsonSchema, responseSchema }: Json): HeardRequest["format"] {
  if (responseMimeType !== "application/json") return undefined
  return { schema: asRecord(responseJsonSchema ?? responseSchema ?? { type: "object" }) }
}

function thinkingOf({ thinkingBudget, thinkingLevel }: Json): boolean | undefined {
  if (typeof thinkingBudget === "number") return thinkingBudget !== 0
  return thinkingLevel === undefined ? undefined : true
}
