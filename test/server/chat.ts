import type { ChatChunk, ChatReply } from "../../src/protocol/api/chat-api.ts"
import type { Place } from "./place.ts"

/** A message of the user's. */
export const user = (content: unknown) => ({ role: "user", content })
export const assistant = (content: string) => ({ role: "assistant", content })

/** Asks as a chat client does. */
export function ask(there: Place, messages: readonly object[], more: object = {}): Promise<Response> {
  return there.post("/v1/chat/completions", { model: "keelson", messages, ...more })
}

/** Asks and reads the reply as a whole. */
export async function replyTo(there: Place, messages: readonly object[], more: object = {}): Promise<ChatReply> {
  const response = await ask(there, messages, more)
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as ChatReply
}

export function textOf({ choices }: ChatReply): string {
  return choices[0]?.message.content ?? ""
}

/** A streamed reply, read to its end: its chunks, and whether it was closed as clients expect. */
export async function chunksOf(response: Response): Promise<{ chunks: ChatChunk[]; last: string | undefined }> {
  const lines = (await response.text()).split("\n\n").filter((line) => line.startsWith("data: "))
  const last = lines.pop()
  return { chunks: lines.map((line) => JSON.parse(line.slice("data: ".length)) as ChatChunk), last }
}

/** What the chunks say, of one kind. */
export function said(chunks: readonly ChatChunk[], kind: "content" | "reasoning_content"): string {
  return chunks.map(({ choices }) => choices[0]?.delta[kind] ?? "").join("")
}
