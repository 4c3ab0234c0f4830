import type { EmulatorRequest, Offer, Protocol } from "../protocol.ts"
import { refuseWith } from "../refusal.ts"
import { googleEvents, googleWhole } from "./google-reply.ts"
import { readGoogle } from "./google-request.ts"
import { googleShape, googleWords } from "./google-words.ts"

/** `POST /v1beta/models/NAME:generateContent` and `:streamGenerateContent`. */
export const googleProtocol: Protocol = {
  name: "google",
  basePath: "/v1beta",
  read: readGoogle,
  keyOf,
  callId: (n, index) => `function-call-${n}-${index}`,
  whole: googleWhole,
  events: googleEvents,
  refuse: (refusal) => refuseWith(googleWords, googleShape, refusal),
  discover: (path, offer) => (path === "/v1beta/models" ? { models: [modelEntry(offer)] } : ownEntry(path, offer)),
}

function keyOf({ headers, path }: EmulatorRequest): string | undefined {
  const key = headers["x-goog-api-key"] ?? new URL(path, "http://localhost").searchParams.get("key")
  return typeof key === "string" ? key : undefined
}

function ownEntry(path: string, offer: Offer): object | undefined {
  return path === `/v1beta/models/${offer.model}` ? modelEntry(offer) : undefined
}

function modelEntry({ model, contextSize }: Offer): object {
  const supportedGenerationMethods = ["generateContent", "countTokens"]
  return { name: `models/${model}`, inputTokenLimit: contextSize, outputTokenLimit: 8192, supportedGenerationMethods }
}
