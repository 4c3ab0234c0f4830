import type { ModelReply } from "../../model/seam/model.ts"
import { parseJson } from "../../text/parse-json.ts"
import type { RunParts } from "../core/run-parts.ts"

type Guard = Pick<RunParts, "secrets" | "tools">

/** Nothing secret enters the log or the transcript, not even from the model. */
export function redactReply<Reply extends ModelReply>(parts: Guard, reply: Reply): Reply {
  const calls = reply.calls.map((call) => ({
    ...call,
    name: parts.secrets.redact(call.name),
    arguments: redactJson(parts.secrets, call.arguments, parts.tools.has(call.name)),
  }))
  return { ...reply, text: redactJson(parts.secrets, reply.text, false), calls }
}

/**
 * Inside JSON a secret has another form where it has quotes or line breaks; so its texts are looked at one by one. Some models
 * answer a control in plain text: it may be JSON too.
 */
export function redactJson(secrets: Guard["secrets"], text: string, isDeed: boolean): string {
  // Without an escape sequence the texts stand in it as they are: where nothing is found, nothing is taken apart.
  if (!text.includes("\\") && (isDeed ? secrets.redactKnown(text) : secrets.redact(text)) === text) return text
  const input = parseJson(text)
  if (!input.ok || typeof input.value !== "object") return secrets.redact(text)
  const before = JSON.stringify(input.value)
  const after = JSON.stringify(redactTexts(secrets, input.value, isDeed))
  return secrets.redactKnown(after === before ? text : after)
}

/**
 * What a tool is to be given loses known values only: a token that a model makes up for a test, or a password in an example,
 * must arrive as it was written. Everything else may be shown to people.
 */
function redactTexts(secrets: Guard["secrets"], value: unknown, isDeed: boolean): unknown {
  if (typeof value === "string") return isDeed ? secrets.redactKnown(value) : secrets.redact(value)
  if (Array.isArray(value)) return value.map((item) => redactTexts(secrets, item, isDeed))
  if (value === null || typeof value !== "object") return value
  const fields = Object.entries(value).map(([name, item]) => [
    isDeed ? name : secrets.redact(name),
    redactTexts(secrets, item, isDeed || name === "arguments"),
  ])
  return Object.fromEntries(fields)
}
