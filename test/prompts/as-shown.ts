import type { ModelRequest } from "../../src/model/seam/model.ts"
import type { Message } from "../../src/protocol/log/message.ts"

/**
 * The prompt as a server's template makes it of a request: the tools, where there are any, and the messages. `format` is not in it:
 * a server turns it into a grammar, which the model never sees.
 */
export function asShown({ messages, tools }: ModelRequest): string {
  const list = tools.map(({ name, description, schema }) =>
    JSON.stringify({ type: "function", function: { name, description, parameters: schema } }),
  )
  return [...list, ...messages.map(turn)].join("\n")
}

function turn(message: Message): string {
  const calls =
    message.role === "assistant" ? message.calls.map(({ name, arguments: input }) => `${name} ${input}`) : []
  return [`<${message.role}>`, message.text, ...calls].join("\n")
}
