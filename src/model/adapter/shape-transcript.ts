import type { Message, PicturePart } from "../../protocol/log/message.ts"
import type { TranscriptShape } from "../seam/model.ts"
import { append, endWithUser, GO_ON, join, picturesOf, user } from "../seam/transcript.ts"

/** What a request makes of its transcript: `withTools` is false where it offers none. */
export type WireShape = TranscriptShape & { readonly withTools: boolean }

/**
 * A repaired transcript in the form that one endpoint takes; the same transcript always gives the same text.
 *
 * S1 Without tools there are no calls and no results: both become text.
 * S2 Without a system role its text begins the first user message.
 * S3 Where a message may have one call, each of several stands before its own result.
 * S5 What comes with a result stands in a user message behind all results of its turn: few endpoints take pictures in results. An
 *    endpoint that takes none, or nothing but the assistant behind a result, is told so by a word.
 * S4 Under strict alternation nothing but the assistant follows a tool result: what the user said next is part of it.
 */
export function shapeTranscript(repaired: readonly Message[], shape: WireShape): Message[] {
  let messages = shape.pictures === false ? repaired.map(withoutPictures) : withPicturesBehind(repaired, shape)
  if (!shape.withTools) messages = withoutCalls(messages)
  if (shape.systemRole === false) messages = withoutSystem(messages)
  if (shape.callsAtOnce === "one") messages = withSingleCalls(messages)
  return shape.alternation === "strict" ? withStrictTurns(messages) : messages
}

function withoutPictures(message: Message): Message {
  return withWord(message, "this model takes no images")
}

function withWord(message: Message, why: string): Message {
  if (!("pictures" in message) || !message.pictures?.length) return message
  const { pictures, ...bare } = message
  return { ...bare, text: join(message.text, pictures.map(() => `[image not shown: ${why}]`).join("\n")) }
}

function withPicturesBehind(messages: readonly Message[], { alternation, withTools }: WireShape): Message[] {
  if (!withTools || picturesOf(...messages).length === 0) return [...messages]
  const shaped: Message[] = []
  let waiting: readonly PicturePart[] = []
  for (const [index, message] of messages.entries()) {
    if (message.role !== "tool") append(shaped, message)
    else if (alternation === "strict") shaped.push(withWord(message, "this endpoint takes none with a result"))
    else {
      const { pictures = [], ...bare } = message
      shaped.push(bare)
      waiting = [...waiting, ...pictures]
    }
    if (waiting.length === 0 || messages[index + 1]?.role === "tool") continue
    append(shaped, user(`Shown here: ${waiting.map(({ name }) => name).join(", ")}`, waiting))
    waiting = []
  }
  return shaped
}

function withoutCalls(messages: readonly Message[]): Message[] {
  const plain: Message[] = []
  for (const message of messages) append(plain, toPlain(message))
  return endWithUser(plain)
}

/** The form of a call is what `ask` reads on the text rung too, should the model imitate it. */
function toPlain(message: Message): Message {
  switch (message.role) {
    case "system":
    case "user":
      return message
    case "assistant": {
      if (message.calls.length === 0) return message
      const calls = message.calls.map((call) => `${call.name}(${call.arguments})`).join("\n\n")
      return { role: "assistant", text: join(message.text, calls), calls: [] }
    }
    case "tool":
      return user(`Result of ${message.name}:\n${message.text}`, message.pictures)
  }
}

function withoutSystem(messages: readonly Message[]): Message[] {
  const [first, second, ...rest] = messages
  if (first?.role !== "system") return [...messages]
  if (second?.role === "user") return [user(join(first.text, second.text), picturesOf(second)), ...rest]
  return [user(first.text), ...(second ? [second] : []), ...rest]
}

/** A repaired transcript has the results right behind their calls, in their order. */
function withSingleCalls(messages: readonly Message[]): Message[] {
  const results = new Map(messages.flatMap((message) => (message.role === "tool" ? [[message.callId, message]] : [])))
  return messages.flatMap((message): Message[] => {
    if (message.role === "tool") return []
    if (message.role !== "assistant" || message.calls.length === 0) return [message]
    return message.calls.flatMap((call, index): Message[] => {
      const said: Message = index === 0 ? { ...message, calls: [call] } : { role: "assistant", text: "", calls: [call] }
      const result = results.get(call.id)
      return result ? [said, result] : [said]
    })
  })
}

function withStrictTurns(messages: readonly Message[]): Message[] {
  const turns: Message[] = []
  for (const message of messages) {
    const last = turns.at(-1)
    if (message.role === "user" && last?.role === "tool") {
      turns[turns.length - 1] = { ...last, text: join(last.text, message.text) }
    } else {
      append(turns, message)
    }
  }
  return turns.length === 0 ? [user(GO_ON)] : turns
}
