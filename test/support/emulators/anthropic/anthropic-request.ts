import { asRecord, asRecords, asText, type Json, textOf } from "../json.ts"
import type { AskedChoice, AskedMessage, AskedReasoning, HeardRequest, WishedCall } from "../mind.ts"
import type { ReadRequest } from "../protocol.ts"

type Marked = { readonly message: AskedMessage; readonly isMarked: boolean }

/** Reads the body of a messages request; `cache_control` marks become breakpoints. */
export function readAnthropic(body: Json): ReadRequest {
  const marked = [...systemOf(body.system), ...asRecords(body.messages).flatMap(messagesOf)]
  const { choice, parallel } = choiceOf(asRecord(body.tool_choice))
  const format = formatOf(body)
  const { type } = asRecord(body.thinking)
  const asked: HeardRequest = {
    protocol: "anthropic",
    model: asText(body.model),
    messages: marked.map(({ message }) => message),
    tools: asRecords(body.tools).map(({ name, description, input_schema }) => ({
      name: asText(name),
      description: asText(description),
      schema: asRecord(input_schema),
    })),
    choice,
    wanted: choice,
    ...(format ? { format } : {}),
    thinking: false,
    parallel,
    stream: body.stream === true,
    ...(typeof body.max_tokens === "number" ? { maxTokens: body.max_tokens } : {}),
    body,
  }
  return {
    asked,
    ...(type === undefined ? {} : { thinkingSaid: type !== "disabled" }),
    strictThinking: type === "enabled",
    breakpoints: breakpointsOf(body, marked),
  }
}

/** A mark at the top of the body means: cache as far as possible. */
function breakpointsOf(body: Json, marked: readonly Marked[]): readonly number[] {
  const tools = asRecords(body.tools).some(isMarkedBlock) ? [-1] : []
  const messages = marked.flatMap(({ isMarked }, index) => (isMarked ? [index] : []))
  return [...tools, ...messages, ...(body.cache_control ? [marked.length - 1] : [])]
}

function systemOf(system: unknown): Marked[] {
  if (typeof system === "string") return [{ message: { role: "system", text: system }, isMarked: false }]
  return asRecords(system).map((block) => ({
    message: { role: "system", text: asText(block.text) },
    isMarked: isMarkedBlock(block),
  }))
}

/** A user message may carry tool results and text: the results come first, each as a message of its own. */
function messagesOf({ role, content }: Json): Marked[] {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : asRecords(content)
  if (role === "assistant") return [{ message: assistantOf(blocks), isMarked: blocks.some(isMarkedBlock) }]
  const results = blocks.filter(({ type }) => type === "tool_result")
  const spoken = blocks.filter(({ type }) => type !== "tool_result")
  const text: Marked = { message: { role: "user", text: textOf(spoken) }, isMarked: spoken.some(isMarkedBlock) }
  return [...results.map(resultOf), ...(spoken.length > 0 ? [text] : [])]
}

function resultOf(block: Json): Marked {
  const { tool_use_id, content } = block
  return {
    message: { role: "tool", callId: asText(tool_use_id), text: textOf(content) },
    isMarked: isMarkedBlock(block),
  }
}

function assistantOf(blocks: readonly Json[]): AskedMessage {
  return {
    role: "assistant",
    text: textOf(blocks.filter(({ type }) => type === "text")),
    calls: blocks.filter(({ type }) => type === "tool_use").map(callOf),
    reasoning: blocks.filter(({ type }) => type === "thinking").map(reasoningOf),
  }
}

function callOf({ id, name, input }: Json): WishedCall {
  return { id: asText(id), name: asText(name), arguments: JSON.stringify(input) }
}

function reasoningOf({ thinking, signature }: Json): AskedReasoning {
  return { text: asText(thinking), signature: asText(signature) }
}

function isMarkedBlock(block: Json): boolean {
  return block.cache_control !== undefined && block.cache_control !== null
}

function choiceOf({ type, name, disable_parallel_tool_use }: Json) {
  const kinds: Readonly<Record<string, AskedChoice>> = { any: "required", none: "none", tool: { name: asText(name) } }
  return { choice: kinds[asText(type)] ?? "auto", parallel: disable_parallel_tool_use !== true }
}

function formatOf(body: Json): HeardRequest["format"] {
  const { type, schema } = asRecord(asRecord(body.output_config).format ?? body.output_format)
  return type === "json_schema" ? { schema: asRecord(schema) } : undefined
}
