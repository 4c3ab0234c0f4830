import { describe, expect, test } from "vitest"
import { ask, closeAfterEach, ENDPOINTS, env, GO, onRung, SYSTEM, start } from "../../test/support/emulated-fixture.ts"
import type { Message } from "../protocol/log/message.ts"
import { resolveModel } from "./resolve-model.ts"

closeAfterEach()

describe.each(ENDPOINTS)("%s", (endpoint, kind, name) => {
  test("the table's first rung works at once, twice in a row", async () => {
    const emulator = await start(kind)
    const model = resolveModel({ model: `${endpoint}:${name}`, baseUrl: emulator.url, env, retries: 0 })
    const thinking = model.traits?.thinking === "switchable" ? ({ thinking: "off" } as const) : {}
    const request = { ...onRung(model.traits?.rungs[0]), ...thinking }

    const first = await ask(model, request)
    const answer = first.calls[0]?.arguments ?? first.text
    expect(JSON.parse(answer)).toMatchObject({ goal: expect.any(String) })

    const reply: Message = { role: "assistant", ...first }
    const results: Message[] = first.calls.map((call) => ({
      role: "tool",
      callId: call.id,
      name: call.name,
      text: "ok",
    }))
    const second = await ask(model, {
      ...request,
      messages: [SYSTEM, GO, reply, ...results, { role: "user", text: "Next." }],
    })
    expect(JSON.parse(second.calls[0]?.arguments ?? second.text)).toMatchObject({ goal: expect.any(String) })
    expect(emulator.requests).toHaveLength(2)
  })

  test("a wrong key, model and address are one line each", async () => {
    const emulator = await start(kind, { key: "another", model: "there-is-only-this" })
    const wrongKey = resolveModel({ model: `${endpoint}:${name}`, baseUrl: emulator.url, env, retries: 0 })
    const error = await ask(wrongKey, {}).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ kind: "auth", message: expect.stringMatching(/^Model .* refused the key.*\.$/) })

    if (kind !== "llamacpp") {
      const open = await start(kind, { model: "there-is-only-this" })
      const wrongModel = resolveModel({ model: `${endpoint}:${name}`, baseUrl: open.url, env, retries: 0 })
      await expect(ask(wrongModel, {})).rejects.toMatchObject({
        kind: "refused",
        message: expect.stringContaining(name),
      })
    }

    const wrongPath = resolveModel({
      model: `${endpoint}:${name}`,
      baseUrl: `${emulator.url}/nowhere`,
      env,
      retries: 0,
    })
    await expect(ask(wrongPath, {})).rejects.toMatchObject({
      kind: "refused",
      message: expect.stringContaining("wrong base URL"),
    })

    const closed = await start(kind)
    await closed.close()
    const nobody = resolveModel({ model: `${endpoint}:${name}`, baseUrl: closed.url, env, retries: 0 })
    await expect(ask(nobody, {})).rejects.toMatchObject({
      kind: "broken",
      message: expect.stringMatching(/^Nothing listens/),
    })
  })
})
