import type { Offer, Protocol } from "../protocol.ts"
import { refuseWith } from "../refusal.ts"
import { anthropicEvents, anthropicWhole } from "./anthropic-reply.ts"
import { readAnthropic } from "./anthropic-request.ts"
import { anthropicShape, anthropicWords } from "./anthropic-words.ts"

/** `POST /v1/messages`. */
export const anthropicProtocol: Protocol = {
  name: "anthropic",
  basePath: "/v1",
  read: ({ path, body }) => (path === "/v1/messages" ? readAnthropic(body) : undefined),
  keyOf: ({ headers }) => {
    const key = headers["x-api-key"]
    return typeof key === "string" ? key : undefined
  },
  callId: (n, index) => `toolu_${n}_${index}`,
  whole: anthropicWhole,
  events: anthropicEvents,
  refuse: (refusal) => refuseWith(anthropicWords, anthropicShape, refusal),
  discover: (path, offer) => (path === "/v1/models" ? modelList(offer) : undefined),
}

function modelList({ model, contextSize }: Offer): object {
  const entry = { type: "model", id: model, display_name: model, created_at: "2026-01-01T00:00:00Z" }
  return { data: [{ ...entry, max_input_tokens: contextSize }], has_more: false, first_id: model, last_id: model }
}
