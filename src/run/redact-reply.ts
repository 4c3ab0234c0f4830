import type { Heard } from "./call-model.ts"
import { parseJson } from "./parse-json.ts"
import type { RunParts } from "./run-parts.ts"

/** Nothing secret enters the log or the transcript, not even from the model. */
export function redactReply(parts: RunParts, reply: Heard): Heard {
  return {
    ...reply,
    text: parts.secrets.redact(reply.text),
    calls: reply.calls.map((call) => ({
      ...call,
      name: parts.secrets.redact(call.name),
      arguments: redactJson(parts, call.arguments),
    })),
  }
}

/** Inside JSON a secret has another form where it has quotes or line breaks; so its texts are looked at one by one. */
function redactJson({ secrets }: RunParts, text: string): string {
  const input = parseJson(text)
  if (!input.ok) return secrets.redact(text)
  let isChanged = false
  const redacted = JSON.stringify(input.value, (_key, value: unknown) => {
    if (typeof value !== "string") return value
    const safe = secrets.redact(value)
    isChanged ||= safe !== value
    return safe
  })
  return secrets.redact(isChanged ? redacted : text)
}
