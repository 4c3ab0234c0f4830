import { describe, expect, it } from "vitest"
import { hashCheckpoints } from "../../bench/jobs/hash-checkpoints.ts"
import * as api from "../../src/protocol/api/chat-api.ts"
import { readRun } from "../../src/run/lifecycle/orchestrator.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { clarified } from "../scenarios/phased-scenarios.ts"
import { ask, assistant, chunksOf, replyTo, said, textOf, user } from "./chat.ts"
import { done, gated, ring, ringer } from "./models.ts"
import { type Place, place, waiting } from "./place.ts"

async function environmentOf({ store }: Place, runId: string) {
  return (await readRun(store, runId)).tally.view.environment
}

describe("a run as a model", () => {
  it("is listed once for each strategy", async () => {
    await using there = await place({ model: ringer() })
    const list = api.ChatModelList.parse(await (await there.fetch("/v1/models")).json())
    expect(list.data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["keelson", "keelson-auto", "keelson-phased", "keelson-react"]),
    )
  })

  it("is shown by its id, and any other is named as missing", async () => {
    await using there = await place({ model: ringer() })
    const one = await there.fetch("/v1/models/keelson-react")
    expect(api.ChatModel.parse(await one.json())).toMatchObject({ id: "keelson-react", owned_by: "keelson" })
    const other = await there.fetch("/v1/models/gpt-5")
    expect([other.status, await other.json()]).toMatchObject([404, { error: { code: "model_not_found" } }])
  })

  it("says where it is had to clients that look elsewhere", async () => {
    await using there = await place({ model: ringer() })
    const response = await there.post("/v1/responses", { model: "keelson", input: "Ring the bell." })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringMatching(/no \/v1\/responses here.+\/v1\/chat\/completions.+provider\.chat/) },
    })
  })

  it("answers in the shape that response_format asks for", async () => {
    const schema = { type: "object", properties: { bells: { type: "number" } }, required: ["bells"] }
    const lines = {
      "turn-1/reply": ring("a"),
      "turn-2/reply": done("The bell rang."),
      "end-1/final_answer/try-1": { call: "final_answer", input: { answer: { bells: 1 } } },
    }
    await using there = await place({ model: keyedModel(lines) })
    const response_format = { type: "json_schema", json_schema: { name: "bells", schema } }
    const reply = await replyTo(there, [user("Ring the bell, please.")], { response_format })
    expect(JSON.parse(textOf(reply))).toEqual({ bells: 1 })
  })

  it.each<[string, object, RegExp]>([
    ["tools of a client", { tools: [{ type: "function", function: { name: "f" } }] }, /body\.tools.+tools of its own/],
    ["several answers", { n: 3 }, /body\.n.+one answer/],
    ["probabilities", { logprobs: true }, /body\.logprobs/],
    ["JSON of no shape", { response_format: { type: "json_object" } }, /body\.response_format.+json_schema/],
    [
      "a schema that is none",
      { response_format: { type: "json_schema", json_schema: { schema: { type: "nonsense" } } } },
      /body\.response_format.+JSON Schema/,
    ],
  ])("refuses %s instead of passing it over", async (_name, more, message) => {
    await using there = await place({ model: ringer() })
    const response = await ask(there, [user("Ring the bell, please.")], more)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(message) } })
    expect(there.rung).toEqual([])
  })

  it("replies with the summary, and with what it used up", async () => {
    await using there = await place({ model: ringer() })
    const response = await ask(there, [user("Ring the bell, please.")], { temperature: 0.2, tools: [], n: null })
    const body: unknown = await response.json()
    const reply = api.ChatReply.parse(body)
    expect(reply).toEqual(body)
    const runId = response.headers.get("x-keelson-run") ?? ""
    const { result } = await readRun(there.store, runId)
    expect(result.outcome).toBe("done")
    expect(textOf(reply)).toBe(result.message)
    expect(textOf(reply)).toContain("The bell rang.")
    expect(reply.usage).toMatchObject({
      prompt_tokens: result.usage.prompt,
      completion_tokens: result.usage.completion,
      total_tokens: result.usage.prompt + result.usage.completion,
    })
    expect(reply.keelson).toEqual({ run_id: runId, outcome: "done", verified: false, files: [] })
    expect(there.rung).toEqual(["a"])
  })

  it("knows what was said before, without the engine's facts", async () => {
    await using there = await place({ model: ringer() })
    const first = await replyTo(there, [user("Ring the bell, please.")])
    const second = await replyTo(there, [
      { role: "system", content: "You are a pirate." },
      user([{ type: "text", text: "Ring the bell, please." }]),
      assistant(textOf(first)),
      user("And again."),
      user([{ type: "text", text: "Quickly now." }]),
    ])
    const environment = await environmentOf(there, second.keelson.run_id)
    expect(environment?.conversation).toEqual([
      { request: "Ring the bell, please.", outcome: "done", summary: "The bell rang." },
      { request: "And again.", outcome: "no reply", summary: "" },
    ])
    expect((await readRun(there.store, second.keelson.run_id)).tally.view.request).toBe("Quickly now.")
  })

  it("says what holds the run up, once, while it does", async () => {
    const held = Promise.withResolvers<void>()
    const real = hashCheckpoints()
    const take = async (root: string) => held.promise.then(() => real.take(root))
    await using there = await place({ model: ringer(), agent: { checkpoints: { ...real, take } } })
    const response = await ask(there, [user("Ring the bell.")], { stream: true })
    let text = ""
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece
      if (text.includes("Keeping the folder as it is")) held.resolve()
    }
    expect(text.match(/"reasoning_content":"Keeping the folder as it is, so that it can be undone/g)).toHaveLength(1)
    expect(text).toContain("[DONE]")
  })

  it("streams progress as reasoning and the summary as content", async () => {
    const agent = { strategy: phased, ...clarified.options }
    await using there = await place({ model: clarified.model(), agent })
    const first = await replyTo(there, [user("Please put the house in order, everything.")])
    const response = await ask(there, [user("The red one, today.")], {
      metadata: { run_id: first.keelson.run_id },
      stream: true,
      stream_options: { include_usage: true },
    })
    expect(response.headers.get("content-type")).toContain("text/event-stream")
    expect(response.headers.get("x-keelson-run")).toBe(first.keelson.run_id)
    const { chunks, last } = await chunksOf(response)
    expect(last).toBe("data: [DONE]")
    for (const chunk of chunks) expect(api.ChatChunk.parse(chunk)).toEqual(chunk)
    const { result } = await readRun(there.store, first.keelson.run_id)
    expect(said(chunks, "content")).toBe(result.message)
    expect(said(chunks, "reasoning_content")).toMatch(/^Plan: .+\nNow: .+\nring .+\n.+\n$/)
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: "stop" }], keelson: { outcome: "done" } })
    // What was used before the question was told with the first reply.
    const { usage } = chunks.at(-1) ?? {}
    expect((usage?.prompt_tokens ?? 0) + first.usage.prompt_tokens).toBe(result.usage.prompt)
  })
})

it("what viewers must not see is in no reply, whole or streamed", async () => {
  await using there = await place({ model: ringer() })
  const redact = (text: string) => text.replaceAll("bell", "[redacted]")
  const { url, token } = await there.another({ host: { ...there.host, redact } })
  for (const stream of [false, true]) {
    const response = await fetch(new URL("/v1/chat/completions", url), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "keelson", messages: [user("Ring the bell.")], stream }),
    })
    const text = await response.text()
    expect(text).toContain("The [redacted] rang.")
    expect(text).not.toContain("bell")
  }
})

describe("a run that asks", () => {
  it("asks in the chat, and the next message is the answer even where the client keeps nothing but texts", async () => {
    const agent = { strategy: phased, ...clarified.options }
    await using there = await place({ model: clarified.model(), agent })
    const request = user("Please put the house in order, everything.")
    const first = await replyTo(there, [request])
    expect(first.keelson.outcome).toBe("waiting")
    expect(textOf(first)).toContain("1. Which house?\n2. By when?")
    const second = await replyTo(there, [request, assistant(textOf(first)), user("The red one, today.")])
    expect(second.keelson).toMatchObject({ run_id: first.keelson.run_id, outcome: "done" })
    const third = await replyTo(there, [user("Once more, please."), assistant(textOf(first)), user("The blue one.")])
    expect(third.keelson.run_id).not.toBe(first.keelson.run_id)
  })

  it("takes a clear word for an approval, asks again after an unclear one, and hears a no", async () => {
    await using there = await place({ model: ringer(), agent: { approve: "ask" } })
    const first = await replyTo(there, [user("Ring the bell.")])
    expect(textOf(first)).toMatch(/needs your approval: ring/)
    const metadata = { run_id: first.keelson.run_id }
    const unclear = await replyTo(there, [user("allow nothing, what is this?")], { metadata })
    expect([textOf(unclear), there.rung]).toEqual([textOf(first), []])
    const allowed = await replyTo(there, [user("Yes.")], { metadata })
    expect([allowed.keelson.outcome, there.rung]).toEqual(["done", ["a"]])

    const other = await replyTo(there, [user("Ring the bell.")])
    await replyTo(there, [user("No, it is night.")], { metadata: { run_id: other.keelson.run_id } })
    const { events } = (await (await there.fetch(`/api/runs/${other.keelson.run_id}/log`)).json()) as {
      events: { event: object }[]
    }
    expect(events.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: "approval.answered", decision: "deny", reason: "it is night." }),
    )
    expect(there.rung).toEqual(["a"])
  })

  it("asks in the language of the request", async () => {
    await using there = await place({ model: ringer(), agent: { approve: "ask" } })
    const first = await replyTo(there, [user("请敲钟。")])
    expect(textOf(first)).toContain("需要您批准")
    const second = await replyTo(there, [user("请敲钟。"), assistant(textOf(first)), user("允许")])
    expect([second.keelson.run_id, there.rung]).toEqual([first.keelson.run_id, ["a"]])
  })
})

describe("a client that goes away", () => {
  it.each([true, false])("ends its run with a report (stream: %s)", async (stream) => {
    const model = gated(ringer(), "turn-2/reply")
    await using there = await place({ model })
    const leaving = new AbortController()
    const body = JSON.stringify({ model: "keelson", messages: [user("Ring the bell.")], stream })
    const headers = { "content-type": "application/json" }
    const response = there.fetch("/v1/chat/completions", { method: "POST", body, headers, signal: leaving.signal })
    const failed = response.then((opened) => opened.text()).catch((error: unknown) => error)
    await model.reached
    leaving.abort()
    expect(await failed).toBeInstanceOf(Error)
    const [header] = await there.store.listRuns()
    const runId = header?.id ?? ""
    await (await there.fetch(`/api/runs/${runId}/events`)).text()
    const { result } = await readRun(there.store, runId)
    expect(result).toMatchObject({ outcome: "cancelled", reason: "the client disconnected" })
  })

  it("leaves a run alone that waits for its answer", async () => {
    await using there = await place({ model: ringer(), agent: { approve: "ask" } })
    const { keelson } = await replyTo(there, [user("Ring the bell.")])
    expect(await waiting(there, keelson.run_id)).toMatchObject({ outcome: "waiting" })
  })

  it.each([true, false])(
    "is told when the server goes first, and the run can be resumed (stream: %s)",
    async (stream) => {
      const model = gated(ringer(), "turn-2/reply")
      await using there = await place({ model })
      const asked = ask(there, [user("Ring the bell.")], { stream })
      await model.reached
      const opened = stream ? await asked : undefined
      await there.server.close()
      const told = opened ? (await chunksOf(opened)).chunks.at(-1) : await (await asked).json()
      expect(told).toMatchObject({ error: { type: "server_error", code: "shutting_down" } })
      const [run] = await there.store.listRuns()
      expect(run).toMatchObject({ state: "EXECUTING" })
    },
  )
})

describe("what can't be done", () => {
  it("is refused in the shape that chat clients read", async () => {
    await using there = await place({ model: ringer() })
    const refusals: [number, string, object][] = [
      [400, "body.messages", { model: "keelson" }],
      [400, "body.messages", { model: "keelson", messages: [] }],
      [400, "no message of the user", { model: "keelson", messages: [assistant("Hello.")] }],
      [400, "body.messages.0.content", { model: "keelson", messages: [user(" ")] }],
      [400, "image_url", { model: "keelson", messages: [user([{ type: "image_url", image_url: { url: "x" } }])] }],
      [400, "body.stream", { model: "keelson", messages: [user("Ring.")], stream: "yes" }],
      [404, "keelson-react", { model: "gpt-9", messages: [user("Ring.")] }],
      [404, "nobody", { model: "keelson", messages: [user("Ring.")], metadata: { run_id: "nobody" } }],
      [403, "/etc", { model: "keelson", messages: [user("Ring.")], metadata: { workspace: "/etc" } }],
    ]
    for (const [status, words, body] of refusals) {
      const response = await there.post("/v1/chat/completions", body)
      const reply = api.ChatErrorReply.parse(await response.json())
      expect([response.status, reply.error.message]).toEqual([status, expect.stringContaining(words)])
    }
    const unknown = await there.fetch("/v1/nothing")
    expect([unknown.status, api.ChatErrorReply.parse(await unknown.json()).error.code]).toEqual([404, "not_found"])
    expect(await there.store.listRuns()).toEqual([])
  })

  it("is refused without the token, and by other names and pages", async () => {
    await using there = await place({ model: ringer() })
    const body = JSON.stringify({ model: "keelson", messages: [user("Ring.")] })
    const send = (headers: Record<string, string>) =>
      there.fetch("/v1/chat/completions", {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
      })
    const stranger = await send({ authorization: "Bearer sk-something-else" })
    expect([stranger.status, await stranger.json()]).toMatchObject([401, { error: { type: "authentication_error" } }])
    const page = await send({ origin: "https://evil.example" })
    expect([page.status, await page.json()]).toMatchObject([403, { error: { type: "permission_error" } }])
    expect((await there.fetch("/v1/models", { headers: { authorization: "", accept: "text/html" } })).status).toBe(401)
    expect(await there.store.listRuns()).toEqual([])
  })

  it("that comes after somebody else's answer is told which one stands", async () => {
    const model = gated(ringer(), "turn-2/reply")
    await using there = await place({ model, agent: { approve: "ask" } })
    const id = await there.start()
    await waiting(there, id)
    await there.post(`/api/runs/${id}/approve`, { decision: "allow" })
    await model.reached
    const late = await ask(there, [user("No, it is night.")], { metadata: { run_id: id } })
    expect(late.status).toBe(409)
    expect(JSON.stringify(await late.json())).toContain("Its last question was answered: allowed.")
    model.open()
  })

  it("is refused while the run is still at work", async () => {
    const model = gated(ringer(), "turn-2/reply")
    await using there = await place({ model })
    const id = await there.start()
    await model.reached
    const busy = await ask(there, [user("And?")], { metadata: { run_id: id } })
    expect([busy.status, await busy.json()]).toMatchObject([409, { error: { code: "busy" } }])
    model.open()
  })
})
