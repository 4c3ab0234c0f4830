import type { LoggedEvent } from "../protocol/event.ts"
import { LAST_SEQ_HEADER } from "../protocol/last-seq-header.ts"
import { type Redact, redactedJson } from "./frames.ts"

/** Events in one write. */
const CHUNK = 500

/** A log as lines of JSON, written as the reader takes them; the number of the last one goes ahead. */
export function logLines(events: readonly LoggedEvent[], redact: Redact): Response {
  const encoder = new TextEncoder()
  let position = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(out) {
        const part = events.slice(position, position + CHUNK)
        if (part.length === 0) return out.close()
        position += part.length
        out.enqueue(encoder.encode(part.map((logged) => `${redactedJson(logged, redact)}\n`).join("")))
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: { "Content-Type": "application/x-ndjson", [LAST_SEQ_HEADER]: String(events.at(-1)?.seq ?? 0) },
  })
}
