import type { Message } from "../protocol/log/message.ts"
import type { ReachedOut } from "../run/core/tracing.ts"
import { finishReason, inputMessages, outputMessage } from "./conventions.ts"
import type { Attributes } from "./span-sink.ts"

type ModelSaid = Extract<Message, { role: "assistant" }>

/** What a span is called: the operation and what it is done with, both of few words. */
export function spanName(operation: string, subject: unknown): string {
  return typeof subject === "string" && subject !== "" ? `${operation} ${subject}` : operation
}

/** What goes out, for those who asked for content. */
export function askedContent(about: ReachedOut): Attributes {
  const said = about.content()
  return "tool" in about
    ? { "gen_ai.tool.call.arguments": JSON.stringify(said) }
    : inputMessages(said as readonly Message[])
}

/** What a recorded step says beside its event: why a model stopped; with content, its words or a tool's result. */
export function foundBeside(value: unknown, withContent: boolean): Attributes {
  if (typeof value !== "object" || value === null) return {}
  const { finish, text, status } = value as Partial<Record<string, unknown>>
  const finished = finishReason(finish)
  if (!withContent || typeof text !== "string") return finished
  if (status !== undefined) return { "gen_ai.tool.call.result": text }
  return { ...finished, ...outputMessage(value as Partial<ModelSaid>) }
}

/** What the run was asked, or said in the end. */
export function contentOf(side: "input" | "output", text: string): Attributes {
  const message = { role: side === "input" ? "user" : "assistant", parts: [{ type: "text", content: text }] }
  return { [`gen_ai.${side}.messages`]: JSON.stringify([message]) }
}
