import type { FinishReason, ModelPart, ModelRequest } from "../model/seam/model.ts"
import { estimatePrompt } from "../model/seam/reply-usage.ts"
import { estimateTokens } from "../model/seam/tokens.ts"
import type { ToolCall } from "../protocol/log/message.ts"
import type { Usage } from "../protocol/log/usage.ts"

/** A call as a script writes it. `input` as text is sent as it is, so that it may be broken. */
export type ScriptCall = { readonly call: string; readonly input: object | string; readonly id?: string }

/** A reply in every detail; what is left out is derived. `failure` is thrown after the parts before it were streamed. */
export type ScriptReply = {
  readonly text?: string
  readonly calls?: readonly ScriptCall[]
  readonly usage?: Usage
  readonly finish?: FinishReason
  readonly failure?: Error
}

/** One thing that a scripted model says: text, a call, a whole reply, an error to throw, or a function of the request. */
export type ScriptLine = string | ScriptCall | FullReply | Error | ((request: ModelRequest) => ScriptLine)

type FullReply = { readonly reply: ScriptReply }

/** A reply under full control: text and calls together, finish reason, usage, a failure in the middle. */
export function reply(content: ScriptReply): ScriptLine {
  return { reply: content }
}

/** Several calls in one reply. */
export function calls(list: readonly ScriptCall[]): ScriptLine {
  return reply({ calls: list })
}

/** Text that is a JSON value. */
export function json(value: unknown): ScriptLine {
  return JSON.stringify(value)
}

/** What a line says to a request; throws if the line is an error. `idOf` names its calls, counted from 0. */
export function* speak(line: ScriptLine, request: ModelRequest, idOf: (index: number) => string): Generator<ModelPart> {
  const content = resolve(line, request)
  const text = content.text ?? ""
  const made = (content.calls ?? []).map((call, index) => toCall(call, idOf(index)))
  if (text !== "") yield { type: "text", delta: text }
  for (const call of made) yield { type: "call", call }
  if (content.failure) throw content.failure
  yield {
    type: "end",
    usage: content.usage ?? estimateUsage(request, text, made),
    finish: content.finish ?? (made.length > 0 ? "calls" : "stop"),
  }
}

function resolve(line: ScriptLine, request: ModelRequest): ScriptReply {
  if (typeof line === "function") return resolve(line(request), request)
  if (typeof line === "string") return { text: line }
  if (line instanceof Error) throw line
  return "reply" in line ? line.reply : { calls: [line] }
}

function toCall({ call, input, id }: ScriptCall, nextId: string): ToolCall {
  const text = typeof input === "string" ? input : JSON.stringify(input)
  return { id: id ?? nextId, name: call, arguments: text }
}

function estimateUsage(request: ModelRequest, text: string, made: readonly ToolCall[]): Usage {
  const said = text + made.map((call) => call.name + call.arguments).join("")
  return { prompt: estimatePrompt(request), completion: estimateTokens(said), cached: 0 }
}
