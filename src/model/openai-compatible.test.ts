import { afterEach, describe, expect, test } from "vitest"
import { modelRequest } from "../../test/support/model-requests.ts"
import { type ModelServer, type ServerScript, startModelServer } from "../testing/model-server.ts"
import * as says from "../testing/server-reply.ts"
import { type OpenAICompatibleSettings, openAICompatible } from "./openai-compatible.ts"
import type { Model } from "./seam/model.ts"
import { readReply } from "./seam/read-reply.ts"

const PLAN_TOOL = { name: "plan", description: "Plans.", schema: { type: "object", properties: {} } }
const FORCED = modelRequest({ tools: [PLAN_TOOL], choice: { kind: "named", name: "plan" } })

let server: ModelServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function modelOver(script: ServerScript, settings: Partial<OpenAICompatibleSettings> = {}): Promise<Model> {
  server = await startModelServer({ script })
  return openAICompatible({ name: "tiny", baseUrl: server.url, retries: 0, ...settings })
}

function ask(model: Model, request = FORCED, signal = new AbortController().signal) {
  return readReply(model, request, signal)
}

describe("replies", () => {
  test("text arrives with the endpoint's usage, cached tokens included", async () => {
    const model = await modelOver([
      { ...says.text("Hello, 世界, here is a longer text."), usage: { prompt: 90, completion: 9, cached: 64 } },
    ])
    expect(await ask(model)).toEqual({
      text: "Hello, 世界, here is a longer text.",
      calls: [],
      usage: { prompt: 90, completion: 9, cached: 64 },
      finish: "stop",
    })
  })

  test("several calls keep their arguments byte for byte", async () => {
    const spaced = '{ "path" : "src/a.ts",\n "n": 1.0 }'
    const model = await modelOver([
      says.calls([
        { name: "plan", arguments: spaced },
        { name: "plan", arguments: { b: 2 } },
      ]),
    ])
    const { calls, finish } = await ask(model)
    expect(calls).toEqual([
      { id: "call_0_0", name: "plan", arguments: spaced },
      { id: "call_0_1", name: "plan", arguments: '{"b":2}' },
    ])
    expect(finish).toBe("calls")
  })

  test("a thought that the server passes on as text is told apart", async () => {
    const model = await modelOver([says.text("<think>\nA number: {1}.\n</think>\n\nYes, I will do it.")])
    expect(await ask(model)).toMatchObject({
      text: "Yes, I will do it.",
      opaque: [{ text: "\nA number: {1}.\n", metadata: { model: "openai-compatible:tiny" } }],
    })
  })

  test("broken JSON arrives as it was sent", async () => {
    const model = await modelOver([says.brokenJson("{'a': tru,}}")])
    const { calls, finish } = await ask(model)
    expect(calls.map((call) => call.arguments)).toEqual(["{'a': tru,}}"])
    expect(finish).toBe("calls")
  })

  test("cut JSON arrives as far as it came, with finish length", async () => {
    const model = await modelOver([says.cutJson({ goal: "abcdefghij" })])
    const { calls, finish } = await ask(model)
    expect(calls).toEqual([{ id: "call_0_0", name: "plan", arguments: '{"goal":"ab' }])
    expect(finish).toBe("length")
  })

  test("a call without arguments, another tool, prose and nothing at all are replies like any other", async () => {
    const model = await modelOver([says.call("plan", ""), says.wrongTool(), says.prose("Well…"), says.empty()])
    expect((await ask(model)).calls).toEqual([{ id: "call_0_0", name: "plan", arguments: "" }])
    expect((await ask(model)).calls[0]?.name).toBe("no_such_tool")
    expect(await ask(model)).toMatchObject({ text: "Well…", calls: [], finish: "stop" })
    expect(await ask(model)).toMatchObject({ text: "", calls: [], finish: "stop" })
  })

  test("the finish reason follows what came where servers disagree", async () => {
    const model = await modelOver([
      { ...says.call("plan", {}), finish: "stop" },
      { ...says.text("hi"), finish: "tool_calls" },
      { ...says.text("no"), finish: "content_filter" },
      { ...says.text("?"), finish: "eos" },
    ])
    const finishes = []
    for (let n = 0; n < 4; n++) finishes.push((await ask(model)).finish)
    expect(finishes).toEqual(["calls", "stop", "refused", "other"])
  })

  test("an endpoint without usage figures is estimated, never taken as free", async () => {
    const model = await modelOver([{ ...says.text("x".repeat(400)), usage: null }])
    const { usage } = await ask(model)
    expect(usage.completion).toBe(100)
    expect(usage.prompt).toBeGreaterThan(20)
    expect(usage.cached).toBe(0)
  })

  test("a slow stream is no dead one", async () => {
    const model = await modelOver([says.slow(20, says.text("x".repeat(240)))], {
      timeouts: { firstByteMs: 60_000, idleMs: 60_000 },
    })
    expect((await ask(model)).text).toHaveLength(240)
  })
})

describe("what goes over the wire", () => {
  test("key, forced tool, limits and the repaired transcript", async () => {
    const model = await modelOver([says.text("ok")], { apiKey: "sk-test" })
    await ask(
      model,
      modelRequest({
        ...FORCED,
        maxOutputTokens: 77,
        messages: [
          { role: "system", text: "Be brief." },
          { role: "user", text: "one" },
          { role: "user", text: "two" },
          { role: "assistant", text: "", calls: [{ id: "a", name: "plan", arguments: '{ "x": 1 }' }] },
        ],
      }),
    )
    const request = server?.requests[0]
    expect(request?.headers.authorization).toBe("Bearer sk-test")
    expect(request?.body).toEqual({
      model: "tiny",
      max_tokens: 77,
      stream: true,
      stream_options: { include_usage: true },
      tools: [{ type: "function", function: { name: "plan", description: "Plans.", parameters: PLAN_TOOL.schema } }],
      tool_choice: { type: "function", function: { name: "plan" } },
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "one\n\ntwo" },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "a", type: "function", function: { name: "plan", arguments: '{ "x": 1 }' } }],
        },
        { role: "tool", tool_call_id: "a", content: expect.stringContaining("interrupted") },
      ],
    })
    expect(request?.body && says.forcedTool(request.body)).toBe("plan")
  })
})

describe("aborting", () => {
  test.each([
    ["before the answer", says.hang()],
    ["in the middle of it", says.hangMidStream()],
  ])("%s throws the caller's reason", async (_, reply) => {
    const arrived = Promise.withResolvers<void>()
    const model = await modelOver(() => {
      arrived.resolve()
      return reply
    })
    const controller = new AbortController()
    const reason = new Error("the user pressed Ctrl-C")
    const asked = ask(model, FORCED, controller.signal)
    await arrived.promise
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
  })

  test("an aborted signal asks nothing", async () => {
    const model = await modelOver([says.text("never")])
    await expect(ask(model, FORCED, AbortSignal.abort("stopped"))).rejects.toBe("stopped")
    expect(server?.requests).toHaveLength(0)
  })
})
