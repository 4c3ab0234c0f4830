// A run as lines of JSON, for any program that answers with a web stream. Whoever goes away ends the run; it can be resumed.
import type { Agent } from "keelson"

export async function runLines(
  agent: Agent,
  request: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const run = await agent.start(request)
  signal.addEventListener("abort", () => void run.cancel("the client went away"), { once: true })
  const encoder = new TextEncoder()
  return new ReadableStream({
    async start(controller) {
      const send = (line: object) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      send({ run_id: run.id })
      for await (const { event } of run.events())
        if (event.type === "task.ended") send({ tool: event.tool, status: event.status })
      const { outcome, message } = await run.result
      send({ outcome, message })
      controller.close()
    },
    cancel: () => run.cancel("the client went away"),
  })
}

/** The request of a body, or a sentence that says what is wrong with it. */
export function requestIn(body: unknown): { readonly request: string } | { readonly error: string } {
  const request = (body as { request?: unknown } | null)?.request
  return typeof request === "string" && request.trim() !== ""
    ? { request }
    : { error: 'Send JSON such as { "request": "Fix the typo in the greeting" }.' }
}
