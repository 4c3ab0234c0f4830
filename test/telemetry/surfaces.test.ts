import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { McpServers } from "../../src/mcp/mcp-servers.ts"
import { openServers } from "../../src/mcp/open-servers.ts"
import type { LogLine } from "../../src/server/observing/log-line.ts"
import { react } from "../../src/strategies/react/react.ts"
import { telemetrySent } from "../../src/telemetry/pending.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { ringer } from "../server/models.ts"
import { type Place, place } from "../server/place.ts"
import { type Receiver, receiver } from "./receiver.ts"

/* Where traces come in and go out: HTTP, chats, tools of other people's servers. */

const TRACE = "0af7651916cd43dd8448eb211c80319c"
const PARENT = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` }

let collector: Receiver
let here: Place
const lines: LogLine[] = []
beforeAll(async () => {
  collector = await receiver()
  const telemetry = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  here = await place({ model: ringer(), agent: { telemetry }, server: { onLog: (line) => lines.push(line) } })
})
afterAll(async () => {
  await here[Symbol.asyncDispose]()
  await collector[Symbol.asyncDispose]()
})

const JSON_TYPE = { "content-type": "application/json" }

describe("the server", () => {
  it("goes on with the trace of whoever starts a run, and logs it by the run's id", async () => {
    const body = JSON.stringify({ request: "Ring." })
    const reply = await here.fetch("/api/runs", { method: "POST", headers: { ...JSON_TYPE, ...PARENT }, body })
    const { run_id } = (await reply.json()) as { run_id: string }
    await (await here.fetch(`/api/runs/${run_id}/events`)).text()
    await expect.poll(async () => telemetrySent().then(() => collector.spans.length)).toBeGreaterThan(0)
    const run = collector.spans.find(({ attributes }) => attributes["keelson.run.id"] === run_id)
    expect(run).toMatchObject({ traceId: TRACE, parentSpanId: "b7ad6b7169203331" })
    await expect.poll(() => lines.filter((line) => line.run_id === run_id).map(({ event }) => event)).toHaveLength(4)
    expect(lines).toContainEqual({ event: "run.taken", run_id })
    expect(lines).toContainEqual({ event: "run.left", run_id, outcome: "done" })
    const asked = { event: "request", method: "POST", path: "/api/runs", status: 201, ms: expect.any(Number), run_id }
    expect(lines).toContainEqual(asked)
  })

  it("does so for chats, too", async () => {
    const body = JSON.stringify({ model: "keelson", messages: [{ role: "user", content: "Ring." }] })
    const reply = await here.fetch("/v1/chat/completions", {
      method: "POST",
      headers: { ...JSON_TYPE, ...PARENT },
      body,
    })
    const id = reply.headers.get("x-keelson-run")
    await reply.text()
    await telemetrySent()
    const run = collector.spans.find(({ attributes }) => attributes["keelson.run.id"] === id)
    expect(run).toMatchObject({ traceId: TRACE, parentSpanId: "b7ad6b7169203331" })
  })

  it("says nothing of what was asked, and nothing of a query, in its log", () => {
    expect(JSON.stringify(lines)).not.toMatch(/Ring|token|\?/)
  })
})

describe("a tool of an MCP server", () => {
  it("is called with the trace that it belongs to", async () => {
    const heard: { _meta?: Record<string, unknown> }[] = []
    const server = createServer(async (request, response) => {
      const message = await messageIn(request)
      if (message.method === "tools/call") heard.push(message.params)
      const result = RESULTS[message.method as keyof typeof RESULTS]
      if (result === undefined) return void response.writeHead(message.id === undefined ? 202 : 400).end()
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
    const opened = await openServers(McpServers.parse({ far: { url } }), { workspace: here.workspace, variables: {} })
    const { createAgent } = await import("../../src/agent.ts")
    const agent = await createAgent({
      model: keyedModel({ "turn-1/reply": { call: "far__echo", input: {} }, "turn-2/reply": "It said hello." }),
      workspace: here.workspace,
      tools: opened.tools,
      strategy: react,
      approve: "full",
      telemetry: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    })
    const { run_id } = await agent.run("What does it say?")
    await telemetrySent()
    await opened.close()
    server.closeAllConnections()
    server.close()
    const tool = collector.spans.find(({ name }) => name === "execute_tool far__echo")
    expect(run_id).toBeTruthy()
    expect(heard).toMatchObject([{ _meta: { traceparent: `00-${tool?.traceId}-${tool?.spanId}-01` } }])
  })
})

async function messageIn(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {}
}

const RESULTS = {
  initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "far", version: "1" } },
  "tools/list": { tools: [{ name: "echo", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }] },
  "tools/call": { content: [{ type: "text", text: "hello" }] },
}
