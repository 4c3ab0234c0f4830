import type { RunStore } from "../../src/journal/run-store.ts"
import type { ModelRequest } from "../../src/model/seam/model.ts"
import type { Message } from "../../src/protocol/log/message.ts"
import { entriesOf } from "./front-door.ts"

/** A request as one text. */
export const wordsOf = ({ messages }: ModelRequest) => JSON.stringify(messages)
const conversationOf = ({ purpose }: ModelRequest) => purpose.key.match(/^(phase-\d+|turn)/)?.[0]

/** Requests that don't start with the whole of the one before in their conversation. */
export function brokenPrefixes(requests: readonly ModelRequest[]): string[] {
  return requests.flatMap((request, index) => {
    const before = requests.slice(0, index).findLast((other) => conversationOf(other) === conversationOf(request))
    if (!before || conversationOf(request) === undefined) return []
    const start = JSON.stringify(request.messages.slice(0, before.messages.length))
    return start === JSON.stringify(before.messages) ? [] : [request.purpose.key.replace(/\/try-1$/, "")]
  })
}

/** The questions before which a conversation was compacted. */
export async function placesOfCompaction(store: RunStore): Promise<string[]> {
  return (await entriesOf(store)).flatMap(({ key }) => key.match(/^(.*)\/compaction$/)?.[1] ?? [])
}

/** A call without its result, or a result without its call. */
export function hasOrphans(messages: readonly Message[]): boolean {
  let open: string[] = []
  for (const message of messages) {
    if (message.role === "tool" && !open.includes(message.callId)) return true
    if (message.role === "tool") open = open.filter((id) => id !== message.callId)
    else if (open.length > 0) return true
    if (message.role === "assistant") open = message.calls.map(({ id }) => id)
  }
  return open.length > 0
}
