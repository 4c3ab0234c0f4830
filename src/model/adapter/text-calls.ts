import { randomBytes } from "node:crypto"
import type { Message, ToolCall } from "../../protocol/log/message.ts"
import type { Model, ModelPart, ModelRequest, ToolSpec } from "../seam/model.ts"
import { user } from "../seam/transcript.ts"
import { notation } from "./schema-notation.ts"

/*
 * Calls in plain text, for chat templates that have no tools: they are described in the prompt, and a reply that is a call and nothing
 * else is read as one. What stands in files and pages can't be taken for a call, not even where a reply repeats it word by word:
 * each call carries a word that only the prompt knows.
 */

/** Short, for small models have to copy it; nobody who wrote a file can guess it. */
export function newPassword(): string {
  return randomBytes(3).toString("hex")
}

/** The same request without tools: they stand in the system message, and what was called and came back stands there as text. */
export function inText(request: ModelRequest, password: string): ModelRequest {
  const { messages, tools } = request
  const [first, ...rest] = messages
  const told = toolsInWords(tools, password)
  const opening: readonly Message[] =
    first?.role === "system"
      ? [{ ...first, text: `${first.text}\n\n${told}` }, ...rest]
      : [{ role: "system", text: told }, ...messages]
  return {
    ...request,
    messages: opening.map((message) => asText(message, password)),
    tools: [],
    choice: { kind: "none" },
  }
}

function toolsInWords(tools: readonly ToolSpec[], password: string): string {
  const form = written({ name: "NAME", arguments: "{…}" }, password)
  return [
    `To use a tool, answer with one JSON object and nothing else, no prose and no fence: ${form} Each call of yours has this key. One call a reply; its result comes with the next message. A reply in any other form calls nothing. The tools and their arguments, where what has a ? may be left out:`,
    ...tools.map(({ name, description, schema }) => `${name}: ${description}\n${notation(schema)}`),
  ].join("\n\n")
}

/** Of several calls in one message each is a line. */
function asText(message: Message, password: string): Message {
  if (message.role === "tool") return user(`Result of ${message.name}:\n${message.text}`, message.pictures)
  if (message.role !== "assistant" || message.calls.length === 0) return message
  const calls = message.calls.map((call) => written(call, password))
  return { role: "assistant", text: [message.text, ...calls].filter(Boolean).join("\n"), calls: [] }
}

function written({ name, arguments: input }: Pick<ToolCall, "name" | "arguments">, password: string): string {
  return `{"call": ${JSON.stringify(name)}, "key": ${JSON.stringify(password)}, "arguments": ${input}}`
}

/**
 * The call that a reply is; `undefined` for anything that is not one as a whole. One with the right key that is no JSON is a call
 * whose arguments are a text, which fits no tool: nothing of it is mended, and whoever made it is told so.
 */
export function callIn(text: string, password: string): Pick<ToolCall, "name" | "arguments"> | undefined {
  const whole = withoutFence(text.trim())
  if (!whole.startsWith("{")) return undefined
  const read = parsed(whole)
  if (read === undefined) return unreadable(whole, password)
  const { call, key, arguments: input = {}, ...others } = read
  if (typeof call !== "string" || key !== password || Object.keys(others).length > 0) return undefined
  return { name: call, arguments: JSON.stringify(input) }
}

function unreadable(text: string, password: string): Pick<ToolCall, "name" | "arguments"> | undefined {
  const [, name, key] = /^\{\s*"call"\s*:\s*"([\w-]+)"\s*,\s*"key"\s*:\s*"(\w+)"/.exec(text) ?? []
  return name !== undefined && key === password ? { name, arguments: JSON.stringify(text) } : undefined
}

function withoutFence(text: string): string {
  return /^```(?:json)?\n([^`]*)\n```$/.exec(text)?.[1]?.trim() ?? text
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A free reply of a model without tools, as one with tools would give it. */
export async function* streamInText(
  model: Model,
  request: ModelRequest,
  password: string,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const held = new HeldText()
  for await (const part of model.stream(inText(request, password), signal)) {
    if (part.type === "text") yield* held.add(part.delta)
    else if (part.type === "end") yield* ended(part, held, { id: callId(request), password })
    else {
      if (part.type === "retry") held.forget()
      yield part
    }
  }
}

type End = Extract<ModelPart, { type: "end" }>

function* ended(end: End, held: HeldText, { id, password }: { id: string; password: string }): Generator<ModelPart> {
  const call = callIn(held.text, password)
  if (call) yield { type: "call", call: { id, ...call } }
  else if (held.text !== "") yield { type: "text", delta: held.text }
  yield call && end.finish === "stop" ? { ...end, finish: "calls" } : end
}

/** What may be a call is held back until it is whole; prose is passed on as it comes. */
class HeldText {
  text = ""
  #isProse = false

  forget(): void {
    this.text = ""
    this.#isProse = false
  }

  *add(delta: string): Generator<ModelPart> {
    this.text += delta
    this.#isProse ||= /^\s*[^\s{`]/.test(this.text)
    if (!this.#isProse) return
    yield { type: "text", delta: this.text }
    this.text = ""
  }
}

/** One that no call before it has. */
function callId({ messages }: ModelRequest): string {
  const before = messages.reduce((sum, message) => sum + (message.role === "assistant" ? message.calls.length : 0), 0)
  return `textcall${before + 1}`
}
