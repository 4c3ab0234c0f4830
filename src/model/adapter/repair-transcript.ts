import type { Message, ToolCall } from "../../protocol/log/message.ts"
import {
  type AssistantMessage,
  append,
  endWithUser,
  isJsonObject,
  type ToolMessage,
  takeResult,
  user,
} from "../seam/transcript.ts"

const CLOSED = "No result: the run was interrupted before this call finished."

/**
 * A transcript that every chat template accepts. Repairing a repaired one changes nothing.
 *
 * W1 One system message at most, and it is first; later ones become user text.
 * W2 Each call is answered right after its message, in the order of the calls; results without a call are dropped.
 * W3 Calls whose arguments are not a JSON object are told in user text, never replayed: some servers fail on them for good.
 * W4 No empty messages, no two neighbours of one role (except tool), the user begins and the assistant is never last.
 * W5 Opaque parts stay only with a message that is replayed whole: their signature covers what follows them.
 */
export function repairTranscript(messages: readonly Message[]): Message[] {
  const leading = messages.findIndex((message) => message.role !== "system")
  const systems = leading === -1 ? messages : messages.slice(0, leading)
  const rest = leading === -1 ? [] : messages.slice(leading)

  const repaired: Message[] = []
  for (const message of systems) append(repaired, message)
  appendTurns(repaired, rest)
  return endWithUser(repaired)
}

function appendTurns(repaired: Message[], messages: readonly Message[]): void {
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at] as Message
    if (message.role === "user") append(repaired, message)
    else if (message.role === "system") append(repaired, user(message.text))
    else if (message.role === "assistant") appendAssistant(repaired, message, messages, at)
  }
}

function appendAssistant(
  repaired: Message[],
  message: AssistantMessage,
  messages: readonly Message[],
  at: number,
): void {
  if (isAnswered(message, messages, at)) {
    append(repaired, message)
    for (let next = 1; next <= message.calls.length; next++) repaired.push(messages[at + next] as ToolMessage)
    return
  }
  const results = resultsAfter(messages, at)
  const notes: string[] = []
  const answers: ToolMessage[] = []
  const calls: ToolCall[] = []
  for (const call of message.calls) {
    const result = takeResult(results, call)
    if (mayBeReplayed(call)) {
      calls.push(call)
      answers.push(result?.name === call.name ? result : answerTo(call, result?.text ?? CLOSED))
    } else {
      notes.push(describeBrokenCall(call, result))
    }
  }

  append(repaired, notes.length === 0 ? message : { role: "assistant", text: message.text, calls })
  repaired.push(...answers)
  for (const note of notes) append(repaired, user(note))
}

/** As it nearly always is: each call may be replayed and has its result behind it, in order. Nothing is copied for that. */
function isAnswered({ calls }: AssistantMessage, messages: readonly Message[], at: number): boolean {
  if (messages[at + calls.length + 1]?.role === "tool") return false
  return calls.every((call, index) => {
    const result = messages[at + index + 1]
    return result?.role === "tool" && result.callId === call.id && result.name === call.name && mayBeReplayed(call)
  })
}

function answerTo({ id, name }: ToolCall, text: string): ToolMessage {
  return { role: "tool", callId: id, name, text }
}

/** Each request repeats all earlier calls: what was read once is known. */
const replayable = new WeakMap<ToolCall, boolean>()

function mayBeReplayed(call: ToolCall): boolean {
  const known = replayable.get(call)
  if (known !== undefined) return known
  const isObject = isJsonObject(call.arguments)
  replayable.set(call, isObject)
  return isObject
}

function resultsAfter(messages: readonly Message[], index: number): ToolMessage[] {
  const results: ToolMessage[] = []
  for (let next = index + 1; next < messages.length; next++) {
    const message = messages[next]
    if (message?.role !== "tool") break
    results.push(message)
  }
  return results
}

function describeBrokenCall(call: ToolCall, result: ToolMessage | undefined): string {
  const sentence = `Your call of "${call.name}" was not carried out: its arguments were not a JSON object.`
  return result ? `${sentence}\n${result.text}` : sentence
}
