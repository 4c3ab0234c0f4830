import type { StreamState } from "../../protocol/api/api.ts"
import type { LiveEvent, LoggedEvent } from "../../protocol/log/event.ts"
import { type ApiFailure, errorReply } from "./failure.ts"

/* Server-sent events as bytes. JSON has no line breaks of its own, so that one `data` line holds it. */

const encoder = new TextEncoder()

/** Takes out of every text of a JSON value what viewers must not see. */
export type Redact = (text: string) => string

/** A fact; its number is what a client that reconnects sends as Last-Event-ID. */
export function factFrame(logged: LoggedEvent, redact: Redact): Uint8Array {
  return encoder.encode(`id: ${logged.seq}\nevent: fact\ndata: ${redactedJson(logged, redact)}\n\n`)
}

/** Progress; without a number, so that nobody asks for it again. */
export function liveFrame(event: LiveEvent, redact: Redact): Uint8Array {
  return encoder.encode(`event: live\ndata: ${redactedJson(event, redact)}\n\n`)
}

export function stateFrame(name: "state" | "end", state: StreamState): Uint8Array {
  return encoder.encode(`event: ${name}\ndata: ${JSON.stringify(state)}\n\n`)
}

/** Of a stream that tells many runs: what follows is of this one. */
export function runFrame(runId: string): Uint8Array {
  return encoder.encode(`event: run\ndata: ${JSON.stringify(runId)}\n\n`)
}

/** Of a stream that tells many runs: this one can't be followed. */
export function refusedFrame(failure: ApiFailure): Uint8Array {
  const refused = { status: failure.status, ...errorReply(failure) }
  return encoder.encode(`event: refused\ndata: ${JSON.stringify(refused)}\n\n`)
}

/** A comment: it keeps proxies awake and tells the server that somebody still reads. */
export const HEARTBEAT = encoder.encode(": still here\n\n")

/** How soon a client shall come back after a lost connection. */
export const GREETING = encoder.encode("retry: 1000\n\n")

/** Texts one by one: inside JSON a secret with quotes or line breaks has another form. */
export function redactedJson(value: unknown, redact: Redact): string {
  return JSON.stringify(value, (_name, part: unknown) => (typeof part === "string" ? redact(part) : part))
}
