import type { Environment } from "../protocol/log/environment.ts"
import type { Message } from "../protocol/log/message.ts"
import type { Usage } from "../protocol/log/usage.ts"
import type { Attributes } from "./span-sink.ts"

/* The names of OpenTelemetry's conventions for generative AI; what they have no name for begins with `keelson`. */

/** Our names of providers where the conventions have others. */
const PROVIDERS: Readonly<Record<string, string>> = {
  google: "gcp.gemini",
  bedrock: "aws.bedrock",
  azure: "azure.ai.openai",
  mistral: "mistral_ai",
  xai: "x_ai",
}

/** Of a model `provider:name`, where it is, and what it may be called. */
export function modelAttributes(model: string, endpoint: string | null): Attributes {
  const at = model.indexOf(":")
  const provider = at < 0 ? "_OTHER" : model.slice(0, at)
  return {
    "gen_ai.provider.name": PROVIDERS[provider] ?? provider,
    "gen_ai.request.model": model.slice(at + 1),
    ...(endpoint !== null && URL.canParse(endpoint) ? serverAttributes(new URL(endpoint)) : {}),
  }
}

function serverAttributes({ hostname, port, protocol }: URL): Attributes {
  return { "server.address": hostname, "server.port": Number(port) || (protocol === "https:" ? 443 : 80) }
}

export function runAttributes(runId: string, { model, endpoint, approve }: Environment): Attributes {
  return {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": AGENT,
    "gen_ai.conversation.id": runId,
    ...modelAttributes(model, endpoint),
    "keelson.run.id": runId,
    "keelson.approve": approve,
  }
}

export const AGENT = "keelson"

export function usageAttributes({ prompt, completion, cached }: Usage, cost: number | null): Attributes {
  return {
    "gen_ai.usage.input_tokens": prompt,
    "gen_ai.usage.output_tokens": completion,
    "gen_ai.usage.cache_read.input_tokens": cached,
    ...(cost === null ? {} : { "keelson.cost": cost }),
  }
}

/** Why a model stopped, in the conventions' words. */
export function finishReason(finish: unknown): Attributes {
  const words: Readonly<Record<string, string>> = { calls: "tool_call", refused: "content_filter", other: "error" }
  return typeof finish === "string" ? { "gen_ai.response.finish_reasons": [words[finish] ?? finish] } : {}
}

/** What a model was sent, as the conventions write messages. */
export function inputMessages(messages: readonly Message[]): Attributes {
  const system = messages.flatMap((message) => (message.role === "system" ? [textPart(message.text)] : []))
  const others = messages.filter((message) => message.role !== "system").map(toMessage)
  return {
    ...(system.length > 0 ? { "gen_ai.system_instructions": JSON.stringify(system) } : {}),
    "gen_ai.input.messages": JSON.stringify(others),
  }
}

/** What came of it. */
export function outputMessage(reply: Partial<Extract<Message, { role: "assistant" }>>): Attributes {
  const message = toMessage({ role: "assistant", text: reply.text ?? "", calls: reply.calls ?? [] })
  return { "gen_ai.output.messages": JSON.stringify([message]) }
}

function toMessage(message: Message) {
  if (message.role === "tool")
    return { role: "tool", parts: [{ type: "tool_call_response", id: message.callId, response: message.text }] }
  const calls = message.role === "assistant" ? message.calls : []
  const said = message.text === "" ? [] : [textPart(message.text)]
  const made = calls.map(({ id, name, arguments: given }) => ({ type: "tool_call", id, name, arguments: given }))
  return { role: message.role, parts: [...said, ...made] }
}

function textPart(content: string) {
  return { type: "text", content }
}
