import { describe, expect, test } from "vitest"
import { modelRequest } from "../../test/support/model-requests.ts"
import type { Model, ModelRequest } from "../model/seam/model.ts"
import { readReply } from "../model/seam/read-reply.ts"
import { keyedModel } from "./keyed-model.ts"
import { calls, json, reply } from "./script-line.ts"
import { ScriptedModel } from "./scripted-model.ts"

function ask(model: Model, request: ModelRequest = modelRequest()) {
  return readReply(model, request, new AbortController().signal)
}

function at(key: string): ModelRequest {
  return modelRequest({ purpose: { key, control: "think" } })
}

describe("ScriptedModel", () => {
  test("says text, JSON, calls, whole replies and functions of the request in order", async () => {
    const model = new ScriptedModel([
      "hello",
      json({ a: 1 }),
      { call: "read", input: { path: "x" } },
      calls([
        { call: "read", input: "{cut" },
        { call: "write", input: {}, id: "own" },
      ]),
      reply({ text: "t", finish: "length", usage: { prompt: 1, completion: 2, cached: 3 } }),
      (request) => `asked by ${request.purpose.key}`,
    ])
    expect(await ask(model)).toMatchObject({ text: "hello", calls: [], finish: "stop" })
    expect((await ask(model)).text).toBe('{"a":1}')
    expect(await ask(model)).toMatchObject({
      calls: [{ id: "call-1", name: "read", arguments: '{"path":"x"}' }],
      finish: "calls",
    })
    expect((await ask(model)).calls).toEqual([
      { id: "call-2", name: "read", arguments: "{cut" },
      { id: "own", name: "write", arguments: "{}" },
    ])
    expect(await ask(model)).toEqual({
      text: "t",
      calls: [],
      finish: "length",
      usage: { prompt: 1, completion: 2, cached: 3 },
    })
    expect((await ask(model)).text).toBe("asked by plan")
    model.assertFinished()
  })

  test("throws an error that is a line", async () => {
    const error = new Error("boom")
    await expect(ask(new ScriptedModel([error]))).rejects.toBe(error)
  })

  test("a request without a line fails with the last message", async () => {
    await expect(ask(new ScriptedModel([]))).rejects.toThrow(
      'The script has 0 line(s), but was asked for one more (control plan_tool_call at "plan"). Last message: user: Say hello.',
    )
  })

  test("a line without a request fails in assertFinished", async () => {
    const model = new ScriptedModel(["said", "unsaid", { call: "read", input: {} }])
    await ask(model)
    expect(() => model.assertFinished()).toThrow('2 unsaid line(s): unsaid | {"call":"read","input":{}}')
  })

  test("keeps deep copies of the requests", async () => {
    const model = new ScriptedModel(["ok"])
    const messages = [{ role: "user" as const, text: "first" }]
    await ask(model, modelRequest({ messages }))
    messages.push({ role: "user", text: "later" })
    expect(model.requests[0]?.messages).toEqual([{ role: "user", text: "first" }])
  })

  test("counts usage the same way every time", async () => {
    const usages = await Promise.all([1, 2].map(async () => (await ask(new ScriptedModel(["x".repeat(40)]))).usage))
    expect(usages[0]).toEqual(usages[1])
    expect(usages[0]?.completion).toBe(10)
  })
})

describe("keyedModel", () => {
  test("answers by key, the same again, in any order", async () => {
    const model = keyedModel({ a: "for a", b: { call: "read", input: {} } })
    expect((await ask(model, at("b"))).calls).toEqual([{ id: "b/call-1", name: "read", arguments: "{}" }])
    expect((await ask(model, at("a"))).text).toBe("for a")
    expect((await ask(model, at("b"))).calls).toHaveLength(1)
    expect(model.asked).toEqual(["b", "a", "b"])
  })

  test("a list gives one line for each ask and repeats its last", async () => {
    const model = keyedModel({ a: ["bad", "good"] })
    const said = []
    for (let n = 0; n < 3; n++) said.push((await ask(model, at("a"))).text)
    expect(said).toEqual(["bad", "good", "good"])
  })

  test("an unknown key throws, naming it", async () => {
    await expect(ask(keyedModel({ a: "x" }), at("c"))).rejects.toThrow(
      'No line for key "c" (control think); there are: a.',
    )
  })
})
