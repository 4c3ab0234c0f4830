import { asRecord, asRecords, asText, isRecord, type Json, textOf } from "../json.ts"
import type { AskedChoice, AskedMessage, AskedReasoning, HeardRequest } from "../mind.ts"
import type { ReadRequest } from "../protocol.ts"
import { isGenuine, sign } from "../signature.ts"

type Assistant = Extract<AskedMessage, { readonly role: "assistant" }>

/** Output items by their id: what a stored response lets the client refer to. */
export type ItemStore = ReadonlyMap<string, Json>

/** Reads the body of a responses request; references are looked up in `store`. */
export function readResponses(body: Json, store: ItemStore): ReadRequest {
  const choice = choiceOf(body.tool_choice)
  const format = formatOf(asRecord(asRecord(body.text).format))
  const effort = asRecord(body.reasoning).effort
  const maxTokens = body.max_output_tokens
  const asked: HeardRequest = {
    protocol: "responses",
    model: asText(body.model),
    messages: [...instructionsOf(body), ...messagesOf(body, store)],
    tools: asRecords(body.tools).map(({ name, description, parameters }) => ({
      name: asText(name),
      description: asText(description),
      schema: asRecord(parameters),
    })),
    choice,
    wanted: choice,
    ...(format ? { format } : {}),
    thinking: false,
    parallel: body.parallel_tool_calls !== false,
    stream: body.stream === true,
    ...(typeof maxTokens === "number" ? { maxTokens } : {}),
    body,
  }
  return { asked, ...(effort === undefined ? {} : { thinkingSaid: effort !== "none" }) }
}

function instructionsOf({ instructions }: Json): AskedMessage[] {
  return typeof instructions === "string" ? [{ role: "system", text: instructions }] : []
}

/** Items of one turn (reasoning, text, calls) become one message of the assistant. */
function messagesOf(body: Json, store: ItemStore): readonly AskedMessage[] {
  if (typeof body.input === "string") return [{ role: "user", text: body.input }]
  const messages: AskedMessage[] = []
  for (const item of asRecords(body.input)) {
    const message = messageOf(resolve(item, store))
    const last = messages.at(-1)
    if (message.role === "assistant" && last?.role === "assistant") messages.splice(-1, 1, join(last, message))
    else messages.push(message)
  }
  return messages
}

function resolve(item: Json, store: ItemStore): Json {
  if (item.type !== "item_reference") return item
  return store.get(asText(item.id)) ?? { type: "reasoning", id: item.id, encrypted_content: "not found", summary: [] }
}

function messageOf(item: Json): AskedMessage {
  switch (item.type) {
    case "reasoning":
      return assistant({ reasoning: [reasoningOf(item)] })
    case "function_call": {
      const { call_id, name, arguments: input } = item
      return assistant({ calls: [{ id: asText(call_id), name: asText(name), arguments: asText(input) }] })
    }
    case "function_call_output":
      return { role: "tool", callId: asText(item.call_id), text: textOf(item.output) }
    default:
      return spokenMessage(item)
  }
}

function spokenMessage({ role, content }: Json): AskedMessage {
  const text = textOf(content)
  if (role === "assistant") return assistant({ text })
  return { role: role === "system" || role === "developer" ? "system" : "user", text }
}

/** The encrypted content stands for the whole reasoning, of which the summary may show nothing. */
function reasoningOf({ encrypted_content, summary }: Json): AskedReasoning {
  const text = textOf(summary)
  if (typeof encrypted_content !== "string") return { text }
  return { text, signature: isGenuine(encrypted_content) ? sign(text) : encrypted_content }
}

function assistant(part: Partial<Assistant>): Assistant {
  return { role: "assistant", text: "", calls: [], reasoning: [], ...part }
}

function join(one: Assistant, other: Assistant): Assistant {
  return assistant({
    text: one.text + other.text,
    calls: [...one.calls, ...other.calls],
    reasoning: [...one.reasoning, ...other.reasoning],
  })
}

function choiceOf(choice: unknown): AskedChoice {
  if (isRecord(choice)) {
    if (choice.type !== "allowed_tools") return { name: asText(choice.name) }
    const [only, more] = asRecords(choice.tools)
    if (choice.mode === "required" && only && !more) return { name: asText(only.name) }
    return choice.mode === "required" ? "required" : "auto"
  }
  return choice === "required" || choice === "none" ? choice : "auto"
}

function formatOf({ type, name, schema }: Json): HeardRequest["format"] {
  if (type === "json_object") return { schema: { type: "object" } }
  if (type !== "json_schema") return undefined
  return { ...(typeof name === "string" ? { name } : {}), schema: asRecord(schema) }
}
