import type { ModelRequest } from "../../model/seam/model.ts"
import { estimateTokens } from "../../model/seam/tokens.ts"
import type { Usage } from "../../protocol/log/usage.ts"
import { promptTokens } from "../../run/model-call/context-size.ts"
import type { Saying } from "./persona.ts"

type Node = Map<string, Node>

/** Counts what a prompt costs, and how much of its beginning an earlier prompt had: whole messages, tools first. */
export class PromptMeter {
  readonly #seen: Node = new Map()

  promptOf({ messages, tools }: ModelRequest): Pick<Usage, "prompt" | "cached"> {
    const common = this.#remember([JSON.stringify(tools), ...messages.map((message) => JSON.stringify(message))])
    const cached = common === 0 ? 0 : promptTokens(messages.slice(0, common - 1), tools)
    return { prompt: promptTokens(messages, tools), cached }
  }

  /** How many of the first parts were there before, in this order. */
  #remember(parts: readonly string[]): number {
    let node = this.#seen
    let common = 0
    for (const [index, part] of parts.entries()) {
      let next = node.get(part)
      if (next && common === index) common++
      next ??= new Map()
      node.set(part, next)
      node = next
    }
    return common
  }
}

export function completionOf({ text, calls }: Saying): number {
  return estimateTokens(text + calls.map((call) => call.name + call.arguments).join(""))
}
