import type { ModelRequest, ToolChoice } from "../../src/model/seam/model.ts"
import type { Message } from "../../src/protocol/log/message.ts"
import type { ChatBody, Completion, WireMessage } from "../../src/testing/server-reply.ts"
import type { Dice } from "../../src/testing/simulated/dice.ts"
import type { Persona } from "../../src/testing/simulated/index.ts"
import { replyTo } from "../../src/testing/simulated/reply.ts"
import { solver, TOKEN } from "./work.ts"

/** What a simulated model says to a request that came over the wire; `token` gives each of its commands a number of its own. */
export function simulatedReply(body: ChatBody, persona: Persona, dice: Dice, token: () => string): Completion {
  const { text, calls } = replyTo(requestOf(body as WholeBody), { solver, persona, dice })
  const numbered = calls.map(({ name, arguments: input }) => ({ name, arguments: withTokens(input, token) }))
  return { kind: "completion", text: withTokens(text, token), calls: numbered }
}

function withTokens(text: string, token: () => string): string {
  return text.replaceAll(TOKEN, token)
}

type WholeBody = Omit<ChatBody, "tools"> & {
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly description?: string; readonly parameters?: object }
  }[]
  readonly response_format?: { readonly json_schema?: { readonly name: string; readonly schema: object } }
}

function requestOf(body: WholeBody): ModelRequest {
  const format = body.response_format?.json_schema
  return {
    purpose: { key: "", control: "" },
    messages: body.messages.map(messageOf),
    tools: (body.tools ?? []).map(({ function: { name, description = "", parameters = {} } }) => ({
      name,
      description,
      schema: parameters as Record<string, unknown>,
    })),
    choice: choiceOf(body),
    ...(format ? { format: { name: format.name, schema: format.schema as Record<string, unknown> } } : {}),
  }
}

function messageOf({ role, content, tool_calls: calls = [], tool_call_id: callId = "" }: WireMessage): Message {
  const text = typeof content === "string" ? content : ""
  if (role === "tool") return { role, callId, name: "", text }
  if (role !== "assistant") return { role: role === "system" ? "system" : "user", text }
  return { role, text, calls: calls.map(({ id, function: made }) => ({ id, ...made })) }
}

function choiceOf({ tool_choice: choice }: Pick<ChatBody, "tool_choice">): ToolChoice {
  if (typeof choice === "object") return { kind: "named", name: choice.function.name }
  return { kind: choice === "required" ? "required" : choice === "none" ? "none" : "auto" }
}
