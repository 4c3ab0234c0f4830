import fc from "fast-check"
import type { Message, OpaquePart, ToolCall } from "../../src/protocol/log/message.ts"

export function user(text: string): Message {
  return { role: "user", text }
}

export function assistant(text: string, ...calls: ToolCall[]): Message {
  return { role: "assistant", text, calls }
}

export function tool(callId: string, text: string, name = "read"): Message {
  return { role: "tool", callId, name, text }
}

export function callsOf(messages: readonly Message[]): ToolCall[] {
  return messages.flatMap((message) => (message.role === "assistant" ? message.calls : []))
}

export function opaqueOf(messages: readonly Message[]): OpaquePart[] {
  return messages.flatMap((message) => (message.role === "assistant" ? (message.opaque ?? []) : []))
}

const text = fc.constantFrom("", " ", "a", "b c")
const id = fc.constantFrom("1", "2", "3")
const owner = fc.constantFrom("p:own", "p:other")
const call: fc.Arbitrary<ToolCall> = fc
  .record({
    id,
    name: fc.constantFrom("read", "write"),
    arguments: fc.constantFrom("{}", '{"a":1}', "{", "", "[]", "null", '"text"'),
    model: fc.option(owner),
  })
  .map(({ model, ...made }) => (model ? { ...made, opaque: { model, provider: { p: { signature: "s" } } } } : made))
const opaque = fc.array(
  fc.record({
    text: fc.constantFrom("hm", ""),
    metadata: owner.map((model) => ({ model, provider: { p: { s: 1 } } })),
  }),
  { minLength: 1, maxLength: 2 },
)
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("system" as const), text }),
  fc.record({ role: fc.constant("user" as const), text }),
  fc
    .record({
      role: fc.constant("assistant" as const),
      text,
      calls: fc.array(call, { maxLength: 3 }),
      opaque: fc.option(opaque),
    })
    .map(({ opaque: parts, ...reply }) => (parts ? { ...reply, opaque: parts } : reply)),
  fc.record({ role: fc.constant("tool" as const), callId: id, name: fc.constant("read"), text }),
)

/** Any messages in any order, valid or not, with opaque parts of the models `p:own` and `p:other`. */
export const transcript = fc.array(message, { maxLength: 14 })

/** The same cases in every run. */
export const SEEDED = { seed: 20_261_101, numRuns: 2000 }
