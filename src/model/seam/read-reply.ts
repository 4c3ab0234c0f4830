import type { OpaquePart, ToolCall } from "../../protocol/log/message.ts"
import type { Model, ModelPart, ModelReply, ModelRequest, PromptProgress, RetryPart } from "./model.ts"
import { ModelError } from "./model-error.ts"
import { tokensIn } from "./tokens.ts"

export type ReplyListener = {
  onText?(delta: string): void
  /** How many tokens of this attempt have come so far, by estimate; what it throws ends the call. */
  onOutput?(tokens: number): void
  /** How much of the prompt is read, where the endpoint tells. */
  onPrompt?(progress: PromptProgress): void
  /** Heard to its end before anything else of the reply. */
  onRetry?(part: RetryPart): void | Promise<void>
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
  let tokens = 0
  for await (const part of model.stream(request, signal)) {
    tokens = outputWith(tokens, part)
    if (tokens > 0) listener.onOutput?.(tokens)
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
      case "progress":
        if (part.prompt) listener.onPrompt?.(part.prompt)
        break
      case "retry":
        text = ""
        calls = []
        opaque = []
        await listener.onRetry?.(part)
        break
      case "end":
        return { text, calls, ...(opaque.length > 0 ? { opaque } : {}), usage: part.usage, finish: part.finish }
    }
  }
  throw new ModelError("broken", `${model.id} ended its stream without finishing the reply.`)
}

/** A model that tells of its progress counts what is not seen as well; one that doesn't is counted by what it says. */
function outputWith(tokens: number, part: ModelPart): number {
  switch (part.type) {
    case "text":
      return tokens + tokensIn(part.delta)
    case "progress":
      return Math.max(tokens, part.tokens)
    case "retry":
      return 0
    default:
      return tokens
  }
}
