import type { ToolSpec } from "../../../../src/model/seam/model.ts"
import { asRecord, asRecords, asText, isRecord, type Json, textOf } from "../json.ts"
import type { AskedChoice, AskedMessage, AskedReasoning, HeardRequest, WishedCall } from "../mind.ts"
import type { ReadRequest } from "../protocol.ts"

/** Reads the body of a chat completions request, in OpenAI's and everybody else's dialect of it. */
export function readChat(body: Json): ReadRequest {
  const choice = choiceOf(body.tool_choice)
  const format = formatOf(asRecord(body.response_format))
  const maxTokens = body.max_tokens ?? body.max_completion_tokens
  const asked: HeardRequest = {
    protocol: "chat",
    model: asText(body.model),
    messages: asRecords(body.messages).map(messageOf),
    tools: asRecords(body.tools).map(({ function: tool }) => toolOf(asRecord(tool))),
    choice,
    wanted: choice,
    ...(format ? { format } : {}),
    thinking: false,
    parallel: body.parallel_tool_calls !== false,
    stream: body.stream === true,
    ...(typeof maxTokens === "number" ? { maxTokens } : {}),
    body,
  }
  const thinkingSaid = thinkingOf(body)
  return { asked, ...(thinkingSaid === undefined ? {} : { thinkingSaid }) }
}

function messageOf(message: Json): AskedMessage {
  const text = textOf(message.content)
  switch (message.role) {
    case "assistant":
      return { role: "assistant", text, calls: callsOf(message), reasoning: reasoningOf(message) }
    case "tool":
      return { role: "tool", callId: asText(message.tool_call_id), text }
    case "system":
    case "developer":
      return { role: "system", text }
    default:
      return { role: "user", text }
  }
}

function callsOf(message: Json): readonly WishedCall[] {
  return asRecords(message.tool_calls).map(({ id, function: made }) => {
    const { name, arguments: input } = asRecord(made)
    return { id: asText(id), name: asText(name), arguments: asText(input) }
  })
}

/** DeepSeek and llama.cpp take `reasoning_content`, others `reasoning`, Mistral a `thinking` part of the content. */
function reasoningOf(message: Json): readonly AskedReasoning[] {
  const said = asText(message.reasoning_content ?? message.reasoning)
  const parts = asRecords(message.content).flatMap(({ thinking }) => asRecords(thinking))
  return [said, textOf(parts)].filter((text) => text !== "").map((text) => ({ text }))
}

function toolOf({ name, description, parameters }: Json): ToolSpec {
  return { name: asText(name), description: asText(description), schema: asRecord(parameters) }
}

function choiceOf(choice: unknown): AskedChoice {
  if (isRecord(choice)) return { name: asText(asRecord(choice.function).name) }
  if (choice === "required" || choice === "any") return "required"
  return choice === "none" ? "none" : "auto"
}

function formatOf({ type, json_schema }: Json): HeardRequest["format"] {
  if (type === "json_object") return { schema: { type: "object" } }
  if (type !== "json_schema") return undefined
  const { name, schema } = asRecord(json_schema)
  return { ...(typeof name === "string" ? { name } : {}), schema: asRecord(schema) }
}

/** The ways to switch thinking that DeepSeek, Qwen, vLLM and llama.cpp, OpenAI and Ollama each invented. */
function thinkingOf(body: Json): boolean | undefined {
  const { type } = asRecord(body.thinking)
  if (type !== undefined) return type !== "disabled"
  const flag = body.enable_thinking ?? asRecord(body.chat_template_kwargs).enable_thinking
  if (typeof flag === "boolean") return flag
  return body.reasoning_effort === undefined ? undefined : body.reasoning_effort !== "none"
}
