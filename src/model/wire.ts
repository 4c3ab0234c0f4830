import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolChoice,
} from "@ai-sdk/provider"
import type { Message, ToolCall } from "../protocol/message.ts"
import type { ModelRequest, ToolChoice, ToolSpec } from "./model.ts"

type AssistantMessage = Extract<Message, { role: "assistant" }>
type ToolMessage = Extract<Message, { role: "tool" }>

const CLOSED = "No result: the run was interrupted before this call finished."
const GO_ON = "Continue."

/** What the endpoint is asked, without signal and headers. */
export function toCallOptions(request: ModelRequest): LanguageModelV4CallOptions {
  return {
    prompt: toPrompt(request.messages),
    tools: request.tools.map(toFunctionTool),
    toolChoice: toProviderChoice(request.choice),
    ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
  }
}

/** The transcript, repaired by `repairTranscript`, in the provider packages' shape. Arguments stay byte for byte. */
export function toPrompt(messages: readonly Message[]): LanguageModelV4Prompt {
  return repairTranscript(messages).map(toProviderMessage)
}

/**
 * A transcript that every chat template accepts. Repairing a repaired one changes nothing.
 *
 * W1 One system message at most, and it is first; later ones become user text.
 * W2 Each call is answered right after its message, in the order of the calls; results without a call are dropped.
 * W3 Calls whose arguments are not a JSON object are told in user text, never replayed: some servers fail on them for good.
 * W4 No empty messages, no two neighbours of one role (except tool), the user begins and the assistant is never last.
 */
export function repairTranscript(messages: readonly Message[]): Message[] {
  const leading = messages.findIndex((message) => message.role !== "system")
  const systems = leading === -1 ? messages : messages.slice(0, leading)
  const rest = leading === -1 ? [] : messages.slice(leading)

  const repaired: Message[] = []
  for (const message of systems) append(repaired, message)
  appendTurns(repaired, rest)

  const last = repaired.at(-1)
  if (last === undefined || last.role === "assistant" || last.role === "system") append(repaired, user(GO_ON))
  return repaired
}

function appendTurns(repaired: Message[], messages: readonly Message[]): void {
  for (const [index, message] of messages.entries()) {
    switch (message.role) {
      case "system":
      case "user":
        append(repaired, user(message.text))
        break
      case "assistant":
        appendAssistant(repaired, message, resultsAfter(messages, index))
        break
      case "tool":
        break
    }
  }
}

function appendAssistant(repaired: Message[], message: AssistantMessage, results: ToolMessage[]): void {
  const notes: string[] = []
  const answers: ToolMessage[] = []
  const calls: ToolCall[] = []
  for (const call of message.calls) {
    const result = takeResult(results, call.id)
    if (isJsonObject(call.arguments)) {
      calls.push(call)
      answers.push({ role: "tool", callId: call.id, name: call.name, text: result?.text ?? CLOSED })
    } else {
      notes.push(describeBrokenCall(call, result))
    }
  }

  append(repaired, { role: "assistant", text: message.text, calls })
  repaired.push(...answers)
  for (const note of notes) append(repaired, user(note))
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

function takeResult(results: ToolMessage[], callId: string): ToolMessage | undefined {
  const index = results.findIndex((result) => result.callId === callId)
  return index === -1 ? undefined : results.splice(index, 1)[0]
}

function describeBrokenCall(call: ToolCall, result: ToolMessage | undefined): string {
  const sentence = `Your call of "${call.name}" was not carried out: its arguments were not a JSON object.`
  return result ? `${sentence}\n${result.text}` : sentence
}

function append(repaired: Message[], message: Message): void {
  if (isEmpty(message)) return
  const last = repaired.at(-1)
  if (message.role === "assistant" && (last === undefined || last.role === "system")) repaired.push(user(GO_ON))
  const merged = last && merge(last, message)
  if (merged) repaired[repaired.length - 1] = merged
  else repaired.push(message)
}

function isEmpty(message: Message): boolean {
  if (message.role === "assistant") return message.text.trim() === "" && message.calls.length === 0
  return message.role !== "tool" && message.text.trim() === ""
}

function merge(first: Message, second: Message): Message | undefined {
  if (first.role === "user" && second.role === "user") return user(join(first.text, second.text))
  if (first.role === "system" && second.role === "system") {
    return { role: "system", text: join(first.text, second.text) }
  }
  // The first has no calls here: an assistant with calls is always followed by their results.
  if (first.role === "assistant" && second.role === "assistant") {
    return { role: "assistant", text: join(first.text, second.text), calls: second.calls }
  }
  return undefined
}

function user(text: string): Message {
  return { role: "user", text }
}

function join(first: string, second: string): string {
  return [first, second].filter((text) => text !== "").join("\n\n")
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

function toProviderMessage(message: Message): LanguageModelV4Message {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.text }
    case "user":
      return { role: "user", content: [{ type: "text", text: message.text }] }
    case "assistant":
      return { role: "assistant", content: [...textPart(message.text), ...message.calls.map(toCallPart)] }
    case "tool":
      return { role: "tool", content: [toResultPart(message)] }
  }
}

function textPart(text: string) {
  return text === "" ? [] : [{ type: "text" as const, text }]
}

function toCallPart(call: ToolCall) {
  return { type: "tool-call" as const, toolCallId: call.id, toolName: call.name, input: call.arguments }
}

function toResultPart(message: ToolMessage) {
  const output = { type: "text" as const, value: message.text }
  return { type: "tool-result" as const, toolCallId: message.callId, toolName: message.name, output }
}

function toFunctionTool(tool: ToolSpec): LanguageModelV4FunctionTool {
  const { name, description, schema } = tool
  return { type: "function", name, description, inputSchema: schema }
}

function toProviderChoice(choice: ToolChoice): LanguageModelV4ToolChoice {
  return choice.kind === "named" ? { type: "tool", toolName: choice.name } : { type: choice.kind }
}
