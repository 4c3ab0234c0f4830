import type { Message, PicturePart, ToolCall } from "../../protocol/log/message.ts"

/** What each role of a transcript looks like. */
export type AssistantMessage = Extract<Message, { role: "assistant" }>
export type ToolMessage = Extract<Message, { role: "tool" }>

/** Said for the user where a transcript needs a turn that nobody took. */
export const GO_ON = "Continue."

export function user(text: string, pictures?: readonly PicturePart[]): Message {
  return { role: "user", text, ...(pictures?.length ? { pictures } : {}) }
}

/** The pictures of messages that become one. */
export function picturesOf(...messages: readonly Message[]): readonly PicturePart[] {
  return messages.flatMap((message) => ("pictures" in message ? (message.pictures ?? []) : []))
}

/** Two texts as one, a blank line between them. */
export function join(first: string, second: string): string {
  return [first, second].filter((text) => text !== "").join("\n\n")
}

/** Adds a message to a transcript that stays one of turns: empty ones are left out, neighbours of one role become one. */
export function append(transcript: Message[], message: Message): void {
  if (isEmpty(message)) return
  const last = transcript.at(-1)
  if (message.role === "assistant" && (last === undefined || last.role === "system")) transcript.push(user(GO_ON))
  const merged = last && merge(last, message)
  if (merged) transcript[transcript.length - 1] = merged
  else transcript.push(message)
}

/** Makes sure that it is the model's turn. */
export function endWithUser(transcript: Message[]): Message[] {
  const last = transcript.at(-1)
  if (last === undefined || last.role === "assistant" || last.role === "system") append(transcript, user(GO_ON))
  return transcript
}

/** Whether a call with these arguments may be sent back to an endpoint. */
export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Takes the result of a call out of a list. */
export function takeResult(results: ToolMessage[], call: ToolCall): ToolMessage | undefined {
  const index = results.findIndex((result) => result.callId === call.id)
  return index === -1 ? undefined : results.splice(index, 1)[0]
}

function isEmpty(message: Message): boolean {
  if (message.role === "assistant") return message.text.trim() === "" && message.calls.length === 0
  return message.role !== "tool" && message.text.trim() === "" && picturesOf(message).length === 0
}

function merge(first: Message, second: Message): Message | undefined {
  if (first.role === "user" && second.role === "user")
    return user(join(first.text, second.text), picturesOf(first, second))
  if (first.role === "system" && second.role === "system") {
    return { role: "system", text: join(first.text, second.text) }
  }
  // The first has no calls here: an assistant with calls is always followed by their results.
  if (first.role === "assistant" && second.role === "assistant") return mergeReplies(first, second)
  return undefined
}

/** What the provider signed belongs to one reply: of two, the later one's is kept. */
function mergeReplies(first: AssistantMessage, second: AssistantMessage): Message {
  const text = join(first.text, second.text)
  return { role: "assistant", text, calls: second.calls, ...(second.opaque ? { opaque: second.opaque } : {}) }
}
