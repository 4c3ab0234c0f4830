import type { Hono } from "hono"
import { ChatRequest } from "../../protocol/api/chat-api.ts"
import type { ServerEnvironment } from "../access/access.ts"
import { chatModel, chatModels } from "../chat/chat-models.ts"
import { chatStream } from "../chat/chat-stream.ts"
import { ChatTurn } from "../chat/chat-turn.ts"
import { takeUp } from "../chat/take-up.ts"
import { ApiFailure } from "../http/failure.ts"
import { redactedJson } from "../http/frames.ts"
import { askedOnce } from "../http/idempotency.ts"
import { askedTrace, readBody } from "../http/read-input.ts"
import { RUN_HEADER } from "../observing/log-line.ts"
import type { Services } from "../services.ts"

/** A run as a model of OpenAI's API, for chat clients. */
export function addChatRoutes(app: Hono<ServerEnvironment>, services: Services): void {
  const redact = (value: unknown) => redactedJson(value, services.host.redact)

  app.get("/v1/models", async (context) => context.json(await chatModels(services.host)))
  app.get("/v1/models/:id", async (context) => context.json(await chatModel(services.host, context.req.param("id"))))

  app.post("/v1/chat/completions", async (context) => {
    const body = await readBody(context, ChatRequest)
    const taken = await takeUp(services, body, { trace: askedTrace(context), ...askedOnce(context, services, body) })
    const turn = new ChatTurn(services, taken, body.model)
    const { signal } = context.req.raw
    const headers = { [RUN_HEADER]: taken.runId, "Cache-Control": "no-store" }
    if (!body.stream) {
      const json = redact(await turn.whole(signal))
      return new Response(json, { headers: { ...headers, "Content-Type": "application/json" } })
    }
    const left = new AbortController()
    const gone = AbortSignal.any([signal, left.signal])
    const withUsage = body.stream_options?.include_usage ?? false
    const stream = chatStream((send) => turn.stream(send, gone, withUsage), { redact, onGone: () => left.abort() })
    return new Response(stream, { headers: { ...headers, ...STREAM } })
  })

  // Newer clients ask elsewhere unless they are told.
  app.all("/v1/*", ({ req }) => {
    throw new ApiFailure(404, "not_found", `There is no ${req.path} here: a run is had by POST /v1/chat/completions.`, {
      hint: CHAT_INSTEAD,
    })
  })
}

const CHAT_INSTEAD =
  "Choose chat completions in your client: client.chat.completions.create in openai, provider.chat(…) in @ai-sdk/openai."

const STREAM = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // Written as it comes, by this server and by proxies.
  "Transfer-Encoding": "chunked",
  "X-Accel-Buffering": "no",
}
