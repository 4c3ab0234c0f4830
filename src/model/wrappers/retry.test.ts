import { describe, expect, test } from "vitest"
import { modelRequest } from "../../../test/support/model-requests.ts"
import { RushingClock } from "../../../test/support/rushing-clock.ts"
import { reply, type ScriptLine } from "../../testing/script-line.ts"
import { ScriptedModel } from "../../testing/scripted-model.ts"
import { type Clock, pause } from "../../tools/clock.ts"
import { CallPatience, type Pace } from "../seam/call-patience.ts"
import type { Model, ModelPart, ModelRequest } from "../seam/model.ts"
import { ModelError } from "../seam/model-error.ts"
import { type RetrySettings, withRetry } from "./retry.ts"

const broken = new ModelError("broken", "The line went dead.")

/** A clock that nobody waits for, and what it was waited for. */
class Clockwork extends RushingClock {
  readonly waits: number[] = []

  override after(ms: number, action: () => void): () => void {
    this.waits.push(ms)
    return super.after(ms, action)
  }
}

function paceOf(clock: Clock): Pace {
  return { elapsed: () => clock.elapsed(), pause: (ms, signal) => pause(clock, ms, signal) }
}

function retrying(lines: ScriptLine[], random = 1, more: Partial<RetrySettings> = {}) {
  const clock = new Clockwork()
  const pace = paceOf(clock)
  const scripted = new ScriptedModel(lines)
  return { scripted, pace, waits: clock.waits, model: withRetry(scripted, { pace, random: () => random, ...more }) }
}

async function drain(
  model: Model,
  signal = new AbortController().signal,
  more: Partial<ModelRequest> = {},
): Promise<ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of model.stream({ ...modelRequest(), ...more }, signal)) parts.push(part)
  return parts
}

describe("withRetry", () => {
  test("announces each new attempt and then answers", async () => {
    const { model, scripted } = retrying([reply({ text: "half", failure: broken }), "whole"])
    expect(await drain(model)).toEqual([
      { type: "text", delta: "half" },
      { type: "retry", reason: "The line went dead.", waitMs: 600, error: broken },
      { type: "text", delta: "whole" },
      { type: "end", usage: expect.anything(), finish: "stop" },
    ])
    scripted.assertFinished()
  })

  test("waits twice as long each time, half of it for certain, four times", async () => {
    const { model, scripted, waits } = retrying(Array(5).fill(broken), 0.5)
    await expect(drain(model)).rejects.toThrow("The line went dead. Gave up after 5 attempts.")
    expect(waits).toEqual([450, 900, 1800, 3600])
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
    const slow = new ModelError("busy", "Too many.", { retryAfterMs: 25_000 })
    const { model, waits } = retrying([slow, slow, slow, busy], 0)
    await expect(drain(model)).rejects.toMatchObject({ kind: "busy" })
    expect(waits).toEqual([25_000, 25_000])
  })

  const patient = (more: { retries?: number; leftMs?: () => number; isKnown?: boolean } = {}) => {
    const { model, pace, waits, scripted } = retrying([...Array(11).fill(down), "at last"])
    const patience = new CallPatience({ pace, retries: 1000, leftMs: () => 3_600_000, isKnown: true, ...more })
    return { waits, scripted, done: drain(model, undefined, { patience }) }
  }
  const down = new ModelError("broken", "Nothing listens.", { isAbsent: true })

  test("as long as a run has time, and never longer than a minute at once", async () => {
    const { waits, done, scripted } = patient()
    expect((await done).at(-1)).toMatchObject({ type: "end" })
    expect(waits).toEqual([600, 1200, 2400, 4800, 9600, 19_200, 38_400, 60_000, 60_000, 60_000, 60_000])
    scripted.assertFinished()
  })

  test("not beyond the time that a run has, nor more often than its setting", async () => {
    const short = patient({ leftMs: () => 5000 })
    await expect(short.done).rejects.toThrow("Gave up after 5 attempts")
    const few = patient({ retries: 2 })
    await expect(few.done).rejects.toThrow("Gave up after 3 attempts")
    const never = patient({ retries: 0 })
    await expect(never.done).rejects.toThrow("Nothing listens.")
    expect([short.waits.length, few.waits.length, never.waits.length]).toEqual([4, 2, 0])
  })

  test("an address at which nobody ever answered is not waited out", async () => {
    const { waits, done } = patient({ isKnown: false })
    await expect(done).rejects.toThrow("Gave up after 5 attempts")
    expect(waits).toHaveLength(4)
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
