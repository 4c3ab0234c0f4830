import { LAST_SEQ_HEADER } from "../../protocol/api/last-seq-header.ts"
import type { LoggedEvent } from "../../protocol/log/event.ts"
import { errorReply, toFailure } from "../http/failure.ts"
import { type Redact, redactedJson } from "../http/frames.ts"

/** Events in one write. */
const CHUNK = 500

/** What a long run is opened with: while it is read, how many of its entries have been; then one line with all that there is to say. */
export function openingLines(
  lastSeq: number,
  read: (onRead: (entries: number) => void) => Promise<unknown>,
  redact: Redact,
): Response {
  const encoder = new TextEncoder()
  let isGone = false
  const body = new ReadableStream<Uint8Array>({
    async start(out) {
      const tell = (value: unknown) => {
        if (!isGone) out.enqueue(encoder.encode(`${redactedJson(value, redact)}\n`))
      }
      // The reply has begun: why it can't be finished is a line of it.
      tell(await read((entries) => tell({ read: entries })).catch((error: unknown) => errorReply(toFailure(error))))
      if (!isGone) out.close()
    },
    cancel() {
      isGone = true
    },
  })
  return new Response(body, { headers: headersOf(lastSeq) })
}

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
  return new Response(body, { headers: headersOf(events.at(-1)?.seq ?? 0) })
}

function headersOf(lastSeq: number): Record<string, string> {
  // Written as it comes: the server would wait for a reply that it takes for short.
  return {
    "Content-Type": "application/x-ndjson",
    "Transfer-Encoding": "chunked",
    [LAST_SEQ_HEADER]: String(lastSeq),
  }
}
