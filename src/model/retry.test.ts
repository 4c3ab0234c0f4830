import { describe, expect, test } from "vitest"
import { modelRequest } from "../testing/model-requests.ts"
import { reply, type ScriptLine } from "../testing/script-line.ts"
import { ScriptedModel } from "../testing/scripted-model.ts"
import type { Model, ModelPart } from "./model.ts"
import { ModelError } from "./model-error.ts"
import { type RetrySettings, withRetry } from "./retry.ts"

const broken = new ModelError("broken", "The line went dead.")

/** A clock that only sleeping moves. */
function clockwork(random: number) {
  const waits: number[] = []
  let time = 1_000_000
  const settings: Partial<RetrySettings> = {
    now: () => time,
    random: () => random,
    sleep: async (ms) => {
      waits.push(ms)
      time += ms
    },
  }
  return { waits, settings }
}

function retrying(lines: ScriptLine[], random = 1, more: Partial<RetrySettings> = {}) {
  const { waits, settings } = clockwork(random)
  const scripted = new ScriptedModel(lines)
  return { scripted, waits, model: withRetry(scripted, { ...settings, ...more }) }
}

async function drain(model: Model, signal = new AbortController().signal): Promise<ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of model.stream(modelRequest(), signal)) parts.push(part)
  return parts
}

describe("withRetry", () => {
  test("announces each new attempt and then answers", async () => {
    const { model, scripted } = retrying([reply({ text: "half", failure: broken }), "whole"])
    expect(await drain(model)).toEqual([
      { type: "text", delta: "half" },
      { type: "retry", reason: "The line went dead.", waitMs: 500 },
      { type: "text", delta: "whole" },
      { type: "end", usage: expect.anything(), finish: "stop" },
    ])
    scripted.assertFinished()
  })

  test("waits twice as long each time, at most the drawn share, four times", async () => {
    const { model, scripted, waits } = retrying(Array(5).fill(broken), 0.5)
    await expect(drain(model)).rejects.toThrow("The line went dead. Gave up after 5 attempts.")
    expect(waits).toEqual([250, 500, 1000, 2000])
    scripted.assertFinished()
  })

  test("honours Retry-After where it is longer", async () => {
    const busy = new ModelError("busy", "Too many.", { status: 429, retryAfterMs: 7000 })
    const { model, waits } = retrying([busy, "at last"])
    await drain(model)
    expect(waits).toEqual([7000])
  })

  test("gives up at once when it is asked to wait longer than the whole time", async () => {
    const busy = new ModelError("busy", "Too many.", { status: 429, retryAfterMs: 3_600_000 })
    const { model, waits } = retrying([busy])
    await expect(drain(model)).rejects.toMatchObject({
      kind: "busy",
      status: 429,
      message: "Too many. Gave up after one attempt; it asks to wait 3600 s.",
    })
    expect(waits).toEqual([])
  })

  test("is bounded in total time", async () => {
    const busy = new ModelError("busy", "Too many.", { retryAfterMs: 4000 })
    const { model, waits } = retrying(Array(9).fill(busy), 0, { retries: 100, giveUpAfterMs: 10_000 })
    await expect(drain(model)).rejects.toMatchObject({ kind: "busy" })
    expect(waits).toEqual([4000, 4000])
  })

  test.each(["auth", "quota", "overflow", "refused"] as const)("%s is not tried again", async (kind) => {
    const error = new ModelError(kind, "No.")
    const { model, scripted } = retrying([error])
    await expect(drain(model)).rejects.toBe(error)
    scripted.assertFinished()
  })

  test("a fault of our own is not tried again", async () => {
    const error = new TypeError("undefined is not a function")
    await expect(drain(retrying([error]).model)).rejects.toBe(error)
  })
})

describe("aborting", () => {
  test("during the wait throws the caller's reason at once", async () => {
    const controller = new AbortController()
    const reason = new Error("Ctrl-C")
    const model = withRetry(new ScriptedModel([new ModelError("busy", "Wait.", { retryAfterMs: 50_000 })]))
    const parts = model.stream(modelRequest(), controller.signal)[Symbol.asyncIterator]()
    expect((await parts.next()).value).toMatchObject({ type: "retry", waitMs: 50_000 })
    const next = parts.next()
    controller.abort(reason)
    await expect(next).rejects.toBe(reason)
  })

  test("an attempt that fails because of the abort surfaces as the reason, and is not tried again", async () => {
    const controller = new AbortController()
    const { model, scripted } = retrying([
      () => {
        controller.abort("stopped")
        return broken
      },
    ])
    await expect(drain(model, controller.signal)).rejects.toBe("stopped")
    scripted.assertFinished()
  })
})
