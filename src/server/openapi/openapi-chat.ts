import type { z } from "zod"
import * as chat from "../../protocol/api/chat-api.ts"
import type { RouteDescription } from "./openapi-routes.ts"

/** The schemas of the doors for chat clients. */
export const CHAT_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  ChatRequest: chat.ChatRequest,
  ChatReply: chat.ChatReply,
  ChatChunk: chat.ChatChunk,
  ChatModel: chat.ChatModel,
  ChatModelList: chat.ChatModelList,
  ChatError: chat.ChatErrorReply,
}

/** Runs as models, in OpenAI's shapes. */
export const CHAT_ROUTES: readonly RouteDescription[] = [
  {
    method: "get",
    path: "/v1/models",
    summary: "The strategies as models",
    reply: { schema: "ChatModelList" },
    failure: "ChatError",
  },
  {
    method: "get",
    path: "/v1/models/{id}",
    summary: "One of them",
    reply: { schema: "ChatModel" },
    failure: "ChatError",
  },
  {
    method: "post",
    path: "/v1/chat/completions",
    summary:
      "A run as a reply: starts one, or answers the one that asked. With stream: true, ChatChunk as server-sent events, then [DONE]",
    body: "ChatRequest",
    reply: { schema: "ChatReply" },
    failure: "ChatError",
  },
]
