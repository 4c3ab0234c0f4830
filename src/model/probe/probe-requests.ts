import type { Message } from "../../protocol/log/message.ts"
import type { JsonSchema, ModelRequest, Rung, ToolSpec } from "../seam/model.ts"

const SCHEMA: JsonSchema = {
  type: "object",
  properties: { greeting: { type: "string", description: "A short greeting." } },
  required: ["greeting"],
  additionalProperties: false,
}

const GREET: ToolSpec = { name: "greet", description: "Greets somebody.", schema: SCHEMA }
const LOOK: ToolSpec = {
  name: "look",
  description: "Looks at one file.",
  schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"], additionalProperties: false },
}

/** Long enough for caches that begin at a thousand tokens. Plain numbered lines: nothing in it asks for anything. */
const RULES = Array.from(
  { length: 110 },
  (_, index) => `Rule ${index + 1}: be brief, be plain, and answer only what was asked.`,
).join("\n")

const SYSTEM: Message = { role: "system", text: "You are being tested. Be brief." }

/** The first question: hardly anything to read, and enough to say that it comes in pieces. */
export const COUNT = request({ messages: talk("Count from one to ten in words.") })

/** A beginning worth caching; asked twice, and last: reading it takes a slow machine a minute. */
export const LONG_COUNT = request({
  messages: [
    { role: "system", text: RULES },
    { role: "user", text: "Count from one to ten in words." },
  ],
})

/** Hardly anything, to be said without thinking. */
export const HELLO_UNTHINKING = request({ messages: talk(), thinking: "off" })

/** What the ladder sends on a rung; nothing in the words asks for a call or for JSON, so that only forcing brings one. */
export function onRung(rung: Rung): ModelRequest {
  switch (rung) {
    case "named":
      return request({ messages: talk(), tools: [LOOK, GREET], choice: { kind: "named", name: GREET.name } })
    case "required":
      return request({ messages: talk(), tools: [GREET], choice: { kind: "required" } })
    case "schema":
      return request({ messages: talk(), choice: { kind: "none" }, format: { name: GREET.name, schema: SCHEMA } })
    case "text":
      return request({ messages: talk(withSchema()), choice: { kind: "none" } })
  }
}

/** Two calls in one reply. */
export const BOTH = request({
  messages: talk("Call look for the file a and, in the same reply, for the file b."),
  tools: [LOOK],
})

/** One call. */
export const LOOK_AT_A = request({ messages: talk("Call look for the file a."), tools: [LOOK] })

/** Somebody speaks right after a result, as when guidance follows a batch. */
export const USER_AFTER_RESULT = request({
  messages: [
    ...talk("Look at the file a."),
    { role: "assistant", text: "", calls: [{ id: "probe00a1", name: LOOK.name, arguments: '{"path":"a"}' }] },
    { role: "tool", callId: "probe00a1", name: LOOK.name, text: "The file is empty." },
    { role: "user", text: "Say in one word what is in it." },
  ],
  tools: [LOOK],
})

/** Whether a text is what `SCHEMA` wants, with prose or a fence around it where `tolerant`. */
export function isGreeting(text: string, tolerant = false): boolean {
  const json = tolerant ? text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1) : text
  try {
    return typeof (JSON.parse(json) as { greeting?: unknown } | null)?.greeting === "string"
  } catch {
    return false
  }
}

/** Whether the tool that was named or left over is the one that came back. */
export function isGreet(name: string): boolean {
  return name === GREET.name
}

function talk(text = "Say hello to the user."): Message[] {
  return [SYSTEM, { role: "user", text }]
}

function withSchema(): string {
  return `Say hello. Answer with one JSON object and nothing else: no prose, no fence. Its JSON schema:\n${JSON.stringify(SCHEMA)}`
}

function request(part: Pick<ModelRequest, "messages"> & Partial<ModelRequest>): ModelRequest {
  return { purpose: { key: "probe", control: "probe" }, tools: [], choice: { kind: "auto" }, ...part }
}
