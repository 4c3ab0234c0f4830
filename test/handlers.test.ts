import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "vitest"
import { exampleAgent } from "../examples/handlers/agent.ts"
import { expressApp } from "../examples/handlers/express.ts"
import { honoApp } from "../examples/handlers/hono.ts"
import * as chatRoute from "../examples/handlers/next-chat-route.ts"
import * as nextRoute from "../examples/handlers/next-route.ts"

/* The handlers of examples/, asked as their frameworks ask them. */

type Handler = (request: Request) => Response | Promise<Response>

const HANDLERS: Readonly<Record<string, () => Promise<Handler>>> = {
  hono: async () => {
    const app = honoApp(await exampleAgent())
    return (request) => app.fetch(request)
  },
  next: async () => nextRoute.POST,
  express: async () => overHttp(expressApp(await exampleAgent())),
}

/** Express has no web requests: it is asked over a socket. */
async function overHttp(app: RequestListener): Promise<Handler> {
  const server = createServer(app).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return async (request) => {
    const { method, headers } = request
    const body = await request.text()
    const { status, ...reply } = await fetch(`http://127.0.0.1:${port}/runs`, { method, headers, body }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
    )
    server.close()
    return new Response(reply.text, { status })
  }
}

function post(body: unknown): Request {
  const headers = { "content-type": "application/json" }
  return new Request("http://localhost/runs", { method: "POST", headers, body: JSON.stringify(body) })
}

describe.each(Object.entries(HANDLERS))("%s", (_name, handler) => {
  it("answers with a run as it goes on", async () => {
    const response = await (await handler())(post({ request: "Fix the typo in the greeting." }))
    const lines = (await response.text()).trim().split("\n")
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { run_id: expect.any(String) },
      { tool: "edit_file", status: "done" },
      { outcome: "done", message: expect.stringContaining("Corrected the spelling in greeting.txt.") },
    ])
  })

  it("says what is wrong with a request", async () => {
    const response = await (await handler())(post({ wish: 1 }))
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: expect.stringContaining('"request"') })
  })
})

it("a run is the model of a chat page", async () => {
  const messages = [{ id: "1", role: "user", parts: [{ type: "text", text: "Fix the typo in the greeting." }] }]
  const response = await chatRoute.POST(post({ messages }))
  const text = await response.text()
  expect(response.headers.get("content-type")).toContain("text/event-stream")
  const parts = text.split("\n\n").flatMap((line) => (line.startsWith("data: {") ? [JSON.parse(line.slice(6))] : []))
  expect(parts).toContainEqual(expect.objectContaining({ type: "tool-output-available", providerExecuted: true }))
  expect(parts.find(({ type }) => type === "text-delta")?.delta).toContain("Corrected the spelling")
})
