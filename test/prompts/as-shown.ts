import type { JsonSchema, ModelRequest } from "../../src/model/model.ts"
import type { Message } from "../../src/protocol/message.ts"

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

/** Every name in a schema: fields, at any depth, and the values that one has to choose from. */
export function namesIn(schema: JsonSchema): ReadonlySet<string> {
  const names = new Set<string>()
  collect(schema, names)
  return names
}

function collect(value: unknown, names: Set<string>): void {
  if (typeof value !== "object" || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, names)
    return
  }
  const { properties, const: only, enum: choices, description: _words, required: _known, ...rest } = value as JsonSchema
  for (const choice of [only, ...(Array.isArray(choices) ? choices : [])])
    if (typeof choice === "string") names.add(choice)
  for (const [name, child] of Object.entries(properties ?? {})) {
    names.add(name)
    collect(child, names)
  }
  for (const child of Object.values(rest)) collect(child, names)
}
