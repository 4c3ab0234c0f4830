// app/api/chat/route.ts of a Next app: a run behind the AI SDK's `useChat`, as a model.
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  streamText,
  toUIMessageStream,
  type UIMessage,
} from "ai"
import { runModel } from "keelson/ai"
import { exampleAgent } from "./agent.ts"

export const runtime = "nodejs"
export const maxDuration = 800

export async function POST(request: Request): Promise<Response> {
  const { messages } = (await request.json()) as { messages: UIMessage[] }
  const result = streamText({
    model: runModel({ agent: await exampleAgent() }),
    messages: await convertToModelMessages(messages),
    abortSignal: request.signal,
  })
  const stream = toUIMessageStream({ stream: result.stream, sendReasoning: true })
  return createUIMessageStreamResponse({ stream })
}
