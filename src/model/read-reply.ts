import type { OpaquePart, ToolCall } from "../protocol/message.ts"
import type { Model, ModelReply, ModelRequest } from "./model.ts"
import { ModelError } from "./model-error.ts"

export type ReplyListener = {
  onText?(delta: string): void
  onRetry?(reason: string, waitMs: number): void
}

/** Drains a stream into one reply; a stream without its `end` part is no reply. */
export async function readReply(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  listener: ReplyListener = {},
): Promise<ModelReply> {
  let text = ""
  let calls: ToolCall[] = []
  let opaque: OpaquePart[] = []
  for await (const part of model.stream(request, signal)) {
    switch (part.type) {
      case "text":
        text += part.delta
        listener.onText?.(part.delta)
        break
      case "call":
        calls.push(part.call)
        break
      case "opaque":
        opaque.push(part.part)
        break
      case "retry":
        text = ""
        calls = []
        opaque = []
        listener.onRetry?.(part.reason, part.waitMs)
        break
      case "end":
        return { text, calls, ...(opaque.length > 0 ? { opaque } : {}), usage: part.usage, finish: part.finish }
    }
  }
  throw new ModelError("broken", `${model.id} ended its stream without finishing the reply.`)
}
