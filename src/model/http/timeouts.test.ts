import { afterEach, expect, test, vi } from "vitest"
import { ModelError } from "../seam/model-error.ts"
import { defaultTimeouts, watch } from "./timeouts.ts"

const GENEROUS = { firstByteMs: 10_000, idleMs: 10_000 }
const TIGHT = { firstByteMs: 20, idleMs: 20 }

async function* thenSilence(...parts: string[]): AsyncGenerator<string> {
  yield* parts
  await new Promise(() => {})
}

function stream(parts: AsyncIterable<string>, timeouts = GENEROUS, signals: AbortSignal[] = []) {
  return {
    open: async (signal: AbortSignal) => {
      signals.push(signal)
      return parts
    },
    isSign: (part: string) => part !== "start",
    sizeOf: (part: string) => part.length,
    timeouts,
    subject: "Model tiny",
  }
}

async function drain(parts: AsyncIterable<string>): Promise<string[]> {
  const seen: string[] = []
  for await (const part of parts) seen.push(part)
  return seen
}

const never = () => new AbortController().signal

test("a stream that ends passes through, and is not aborted after its end", async () => {
  const signals: AbortSignal[] = []
  const source = (async function* () {
    yield "start"
    yield "a"
  })()
  expect(await drain(watch(stream(source, GENEROUS, signals), never()))).toEqual(["start", "a"])
  expect(signals[0]?.aborted).toBe(false)
})

test("silence before the first sign of life", async () => {
  const error = new ModelError(
    "timeout",
    "Model tiny sent no first byte within 0.02 s. If it is only slow, set first_byte_ms higher.",
  )
  await expect(drain(watch(stream(thenSilence("start"), TIGHT), never()))).rejects.toEqual(error)
})

test("an endpoint that never opens", async () => {
  const closed = { ...stream(thenSilence(), TIGHT), open: () => new Promise<never>(() => {}) }
  await expect(drain(watch(closed, never()))).rejects.toMatchObject({ kind: "timeout" })
})

test("silence between parts, though the source ignores its signal", async () => {
  const error = new ModelError(
    "timeout",
    "Model tiny sent no next part within 0.02 s. If it is only slow, set silence_ms higher.",
  )
  await expect(drain(watch(stream(thenSilence("start", "a"), TIGHT), never()))).rejects.toEqual(error)
})

test("the caller's reason wins over everything", async () => {
  const controller = new AbortController()
  const reason = { why: "cancelled" }
  const parts = watch(stream(thenSilence("a")), controller.signal)
  await parts.next()
  const next = parts.next()
  controller.abort(reason)
  await expect(next).rejects.toBe(reason)
})

test("a reader that leaves closes the source", async () => {
  const signals: AbortSignal[] = []
  for await (const _ of watch(stream(thenSilence("a"), GENEROUS, signals), never())) break
  expect(signals[0]?.aborted).toBe(true)
})

afterEach(() => vi.useRealTimers())

/** Sends `part` every so many seconds, so many times; time passes as fast as it is read. */
async function* every(seconds: number, part: string, times: number): AsyncGenerator<string> {
  for (let n = 0; n < times; n++) {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    yield part
  }
}

test("two tokens a second take as long as they need", async () => {
  vi.useFakeTimers()
  const slow = stream(every(0.5, "word", 4000), defaultTimeouts(false))
  expect(await drain(watch(slow, never()))).toHaveLength(4000)
})

test.each([
  ["a character every ten seconds", 10, "x"],
  ["signs of life without content", 30, ""],
])("%s is given up after five minutes", async (_name, seconds, part) => {
  vi.useFakeTimers()
  const started = performance.now()
  const trickle = watch(stream(every(seconds, part, 10_000), defaultTimeouts(false)), never())
  await expect(drain(trickle)).rejects.toMatchObject({
    kind: "timeout",
    message: expect.stringContaining("characters in 300 s"),
  })
  expect(performance.now() - started).toBe(300_000)
})
