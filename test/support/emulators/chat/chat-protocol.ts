import type { EmulatorRequest, Offer, Protocol } from "../protocol.ts"
import { refuseWith } from "../refusal.ts"
import { chatEvents, chatReading, chatWhole } from "./chat-reply.ts"
import { readChat } from "./chat-request.ts"
import type { Flavour } from "./flavour.ts"

/** `POST /v1/chat/completions` in the flavour of one endpoint. */
export function chatProtocol(flavour: Flavour): Protocol {
  return {
    name: "chat",
    basePath: "/v1",
    read: ({ path, body }) => (path === "/v1/chat/completions" ? readChat(body) : undefined),
    keyOf: bearerOf,
    callId: flavour.callId,
    whole: (reply) => chatWhole(reply, flavour),
    events: (reply) => chatEvents(reply, flavour),
    reading: (reply, read) => (flavour.tellsReading ? chatReading(reply, read) : undefined),
    refuse: (refusal) => refuseWith(flavour.words, flavour.shape, refusal),
    discover: (path, offer) => (path === "/v1/models" ? modelList(offer, flavour) : shownAt(path, offer, flavour)),
  }
}

/** The key in OpenAI's header. */
export function bearerOf({ headers }: EmulatorRequest): string | undefined {
  return headers.authorization?.replace(/^Bearer /, "")
}

/** Questions are passed over where nobody minds them. */
function shownAt(path: string, offer: Offer, { paths }: Flavour): object | undefined {
  const shown = paths?.(offer) ?? {}
  return shown[path] ?? shown[path.split("?")[0] ?? ""]
}

function modelList(offer: Offer, flavour: Flavour): object {
  const entry = { id: offer.model, object: "model", created: 0, owned_by: "emulator", ...flavour.entry?.(offer) }
  return { object: "list", data: [entry] }
}
