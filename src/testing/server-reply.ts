/** A call as the server sends it; `arguments` as text goes out as it is. */
export type ServerCall = { readonly name: string; readonly arguments: object | string }

/** How a streamed completion stops: properly, silent for ever, with the socket destroyed, or closed without a finish reason. */
export type ReplyEnding = "done" | "hang" | "drop" | "unfinished"

/** Token figures in OpenAI's fields; `null` sends none. */
export type ServerUsage = { readonly prompt: number; readonly completion: number; readonly cached?: number } | null

/** An answer of the model, well-formed or not; what is left out is derived. */
export type Completion = {
  readonly kind: "completion"
  readonly text?: string
  readonly calls?: readonly ServerCall[]
  readonly finish?: string
  readonly usage?: ServerUsage
  readonly ending?: ReplyEnding
  readonly msBetweenChunks?: number
}

/** An answer of the HTTP server itself, body and all. */
export type StatusReply = {
  readonly kind: "status"
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the server does with one request. */
export type ServerReply = Completion | StatusReply | { readonly kind: "hang" }

/** The parsed body of a chat completions request, as far as scripts look at it. */
export type ChatBody = {
  readonly model?: string
  readonly stream?: boolean
  readonly stream_options?: { readonly include_usage?: boolean }
  readonly messages: readonly WireMessage[]
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters?: unknown } }[]
  readonly tool_choice?: string | { readonly function: { readonly name: string } }
}

/** A message in OpenAI's shape. */
export type WireMessage = {
  readonly role: string
  readonly content?: string | null
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
}

/** A reply, or what to reply to this body; `n` counts requests from 0. */
export type ServerLine = ServerReply | ((body: ChatBody, n: number) => ServerReply)

/** The tool that `tool_choice` names, or `undefined` if it names none. */
export function forcedTool(body: ChatBody): string | undefined {
  return typeof body.tool_choice === "object" ? body.tool_choice.function.name : undefined
}

/** A reply in words, streamed in small pieces. */
export function text(content: string): Completion {
  return { kind: "completion", text: content }
}

/** One tool call; `input` as text goes out unchanged. */
export function call(name: string, input: object | string): Completion {
  return calls([{ name, arguments: input }])
}

/** Several tool calls in one reply. */
export function calls(list: readonly ServerCall[]): Completion {
  return { kind: "completion", calls: list }
}

/** Calls a tool that was neither forced nor offered. */
export function wrongTool(input: object = {}): Completion {
  return call("no_such_tool", input)
}

/** Calls the forced (or first) tool with arguments that are not JSON but could be repaired into it. */
export function brokenJson(argumentsText = "{'goal': 'unquoted',}"): ServerLine {
  return (body) => call(askedTool(body), argumentsText)
}

/** Calls the forced (or first) tool, but its arguments stop in the middle and the finish reason is `length`. */
export function cutJson(input: object = { goal: "a goal that is cut off" }): ServerLine {
  const whole = JSON.stringify(input)
  const cut = whole.slice(0, Math.ceil(whole.length / 2))
  return (body) => ({ ...call(askedTool(body), cut), finish: "length" })
}

/** No text, no call, finish reason `stop`. */
export function empty(): Completion {
  return { kind: "completion" }
}

/** Talks instead of calling what was asked. */
export function prose(content = "Sure! I will think about it and come back to you."): Completion {
  return text(content)
}

/** An HTTP status, by default with an error body in OpenAI's shape. */
export function status(
  code: number,
  detail: { readonly retryAfter?: string | number; readonly body?: string | object } = {},
): StatusReply {
  const body = detail.body ?? { error: { message: `Scripted status ${code}.`, type: "scripted", code: null } }
  return {
    kind: "status",
    status: code,
    headers: detail.retryAfter === undefined ? {} : { "retry-after": String(detail.retryAfter) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  }
}

/** Never answers; ends when the client goes or the server closes. */
export function hang(): ServerReply {
  return { kind: "hang" }
}

/** Sends the first part of a reply and then nothing. */
export function hangMidStream(completion: Completion = text("The beginning of")): Completion {
  return { ...completion, ending: "hang" }
}

/** Destroys the socket in the middle of the stream. */
export function drop(completion: Completion = text("The beginning of")): Completion {
  return { ...completion, ending: "drop" }
}

/** The same reply with a pause before each chunk. */
export function slow(msBetweenChunks: number, completion: Completion = text("slow but complete")): Completion {
  return { ...completion, msBetweenChunks }
}

function askedTool(body: ChatBody): string {
  return forcedTool(body) ?? body.tools?.[0]?.function.name ?? "no_such_tool"
}
