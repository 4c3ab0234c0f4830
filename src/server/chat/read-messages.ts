import type { ChatMessage } from "../../protocol/api/chat-api.ts"
import type { Exchange } from "../../protocol/log/environment.ts"
import { ApiFailure } from "../http/failure.ts"
import { namedRun, withoutRunName } from "./run-name.ts"
import { withoutFacts } from "./without-facts.ts"

/** A conversation as a run can use it. */
export type ReadChat = {
  readonly request: string
  /** What was said before, oldest first. */
  readonly conversation: readonly Exchange[]
  /** The run whose question stands right before the request. */
  readonly askedBy: string | undefined
}

/**
 * The user's last message and what led to it. System messages are left out: chat clients send them for models without tools
 * or a workspace, and a run has instructions of its own. Throws `ApiFailure` where nothing can be made of the last message.
 */
export function readMessages(messages: readonly ChatMessage[]): ReadChat {
  const last = messages.findLastIndex(({ role }) => role === "user")
  const message = messages[last]
  if (!message) throw badRequest("body.messages: there is no message of the user.")
  refuseOtherParts(message, last)
  const request = textOf(message).trim()
  if (request === "") throw badRequest(`body.messages.${last}.content: the message is empty.`)
  const before = messages.slice(0, last)
  const reply = before.findLast(({ role }) => role === "assistant" || role === "user")
  const askedBy = reply?.role === "assistant" ? namedRun(textOf(reply)) : undefined
  return { request, conversation: exchangesOf(before), askedBy }
}

/** Without its picture a request would be another one. */
function refuseOtherParts({ content }: ChatMessage, index: number): void {
  if (!Array.isArray(content)) return
  const other = content.find(({ type }) => type !== "text")
  if (other)
    throw badRequest(`body.messages.${index}.content: a part of type "${other.type}" can't be used, only text.`)
}

function exchangesOf(messages: readonly ChatMessage[]): Exchange[] {
  const exchanges: Exchange[] = []
  for (const message of messages) {
    const open = exchanges.at(-1)
    const text = textOf(message).trim()
    if (text === "") continue
    if (message.role === "user") exchanges.push({ request: text, outcome: "no reply", summary: "" })
    if (message.role === "assistant" && open) exchanges[exchanges.length - 1] = replied(open, text)
  }
  return exchanges
}

function replied({ request, summary: before }: Exchange, text: string): Exchange {
  const { summary, outcome } = withoutFacts(withoutRunName(text))
  return { request, outcome, summary: before === "" ? summary : `${before}\n${summary}` }
}

function textOf({ content }: ChatMessage): string {
  if (typeof content === "string") return content
  return (content ?? []).map((part) => ("text" in part && typeof part.text === "string" ? part.text : "")).join("\n")
}

function badRequest(message: string): ApiFailure {
  return new ApiFailure(400, "bad_request", message)
}
