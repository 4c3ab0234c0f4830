import { bearerOf } from "../chat/chat-protocol.ts"
import { openaiShape, openaiWords } from "../chat/openai-words.ts"
import { asText, type Json } from "../json.ts"
import type { Protocol } from "../protocol.ts"
import { type RefusalWords, refuseWith } from "../refusal.ts"
import type { Reply } from "../reply.ts"
import { itemsOf, responsesEvents, responsesWhole } from "./responses-reply.ts"
import { readResponses } from "./responses-request.ts"

const words: RefusalWords = {
  ...openaiWords,
  unanswered: ({ callId }) => ({
    status: 400,
    message: `No tool output found for function call ${callId}.`,
    param: "input",
  }),
  orphan: ({ callId }) => ({
    status: 400,
    message: `No tool call found for function call output with call_id ${callId}.`,
    param: "input",
  }),
  echo: ({ isMissing, callId }) => ({
    status: 400,
    message: isMissing
      ? `Item '${callId}' of type 'function_call' was provided without its required 'reasoning' item.`
      : "The encrypted content for a reasoning item could not be verified, or the item was not found.",
    param: "input",
    code: isMissing ? null : "invalid_encrypted_content",
  }),
  overflow: () => ({
    status: 400,
    message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
    param: "input",
    code: "context_length_exceeded",
  }),
}

/** `POST /v1/responses`. Items of stored responses (the default) can be referred to for as long as the emulator lives. */
export function responsesProtocol(): Protocol {
  const store = new Map<string, Json>()
  const kept = <Sent>(reply: Reply, sent: Sent): Sent => {
    if (reply.asked.body.store !== false)
      for (const item of itemsOf(reply)) store.set(asText(item.id), stored(item, reply))
    return sent
  }
  return {
    name: "responses",
    basePath: "/v1",
    read: ({ path, body }) => (path === "/v1/responses" ? readResponses(body, store) : undefined),
    keyOf: bearerOf,
    callId: (n, index) => `call_${n}_${index}`,
    whole: (reply) => kept(reply, responsesWhole(reply)),
    events: (reply) => kept(reply, responsesEvents(reply)),
    refuse: (refusal) => refuseWith(words, openaiShape, refusal),
    discover: (path, { model }) =>
      path === "/v1/models"
        ? { object: "list", data: [{ id: model, object: "model", owned_by: "emulator" }] }
        : undefined,
  }
}

/** The store knows what the client was not shown. */
function stored(item: Json, { reasoning }: Reply): Json {
  return item.type === "reasoning" ? { ...item, encrypted_content: reasoning?.signature } : item
}
