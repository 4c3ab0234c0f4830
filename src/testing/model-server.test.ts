import { afterEach, expect, test } from "vitest"
import { modelRequest } from "../../test/support/model-requests.ts"
import { neverDone } from "../../test/support/model-scenarios.ts"
import { openAICompatible } from "../model/openai-compatible.ts"
import { readReply } from "../model/seam/read-reply.ts"
import { type ModelServer, type ServerScript, startModelServer } from "./model-server.ts"
import { call, hang, text } from "./server-reply.ts"

let server: ModelServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function start(script: ServerScript): Promise<ModelServer> {
  server = await startModelServer({ script })
  return server
}

function post(url: string, body: object): Promise<Response> {
  return fetch(`${url}/chat/completions`, { method: "POST", body: JSON.stringify(body) })
}

test("listens on 127.0.0.1 and records what came", async () => {
  const { url, requests } = await start([text("hi")])
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  await post(url, { messages: [] })
  expect(requests).toEqual([
    {
      path: "/v1/chat/completions",
      headers: expect.objectContaining({ host: expect.any(String) }),
      body: { messages: [] },
      rawBody: '{"messages":[]}',
      at: expect.any(Number),
    },
  ])
})

test("answers in one piece when not asked to stream", async () => {
  const { url } = await start([call("plan", { a: 1 })])
  const answer = await (await post(url, { messages: [], model: "m" })).json()
  expect(answer).toMatchObject({
    object: "chat.completion",
    model: "m",
    choices: [
      {
        message: { content: null, tool_calls: [{ id: "call_0_0", function: { name: "plan", arguments: '{"a":1}' } }] },
        finish_reason: "tool_calls",
      },
    ],
    usage: { prompt_tokens: expect.any(Number) },
  })
})

test("a script that has ended says so with a status that no client retries", async () => {
  const { url } = await start([])
  const response = await post(url, { messages: [{ role: "user", content: "more?" }] })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain("no reply for request 1")
})

test("closing ends the requests that hang", async () => {
  const arrived = Promise.withResolvers<void>()
  const { url, close } = await start(() => {
    arrived.resolve()
    return hang()
  })
  const waiting = post(url, { messages: [] }).catch(() => "ended")
  await arrived.promise
  await close()
  expect(await waiting).toBe("ended")
})

test.each([
  ["judge_tasks", { phase_completed: false, next_action: "continue_phase" }],
  ["fused", { plan_tool_call: { tasks: [{ tool: "search_code" }] }, judge_tasks: { phase_completed: false } }],
])("never-done answers %s and never ends", async (name, expected) => {
  const { url } = await start(neverDone("fused"))
  const model = openAICompatible({ name: "never-done", baseUrl: url, retries: 0 })
  const tools = [{ name, description: "", schema: { type: "object" } }]
  const request = modelRequest({ tools, choice: { kind: "named", name } })
  const { calls } = await readReply(model, request, new AbortController().signal)
  expect(JSON.parse(calls[0]?.arguments ?? "")).toMatchObject(expected)
})
