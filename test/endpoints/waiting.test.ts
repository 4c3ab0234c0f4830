import { PassThrough } from "node:stream"
import { afterEach, describe, expect, test } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { plainLines } from "../../src/cli/render/live/plain-lines.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { openAICompatible } from "../../src/model/openai-compatible.ts"
import type { DurableEvent, LiveEvent } from "../../src/protocol/log/event.ts"
import { type ModelServer, startModelServer } from "../../src/testing/model-server.ts"
import { drop, type ServerReply, status, text } from "../../src/testing/server-reply.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { makeFixture } from "../support/tool-fixture.ts"

type Failed = Extract<DurableEvent, { type: "model.failed" }>

let server: ModelServer | undefined
afterEach(() => server?.close())

/** A run looks around so often; the clock does not move for that. */
const WATCH_MS = 250

/** A clock that moves when a run waits to try again, and not while an endpoint answers in real time. */
class WaitingClock extends ManualClock {
  #isForRetries = true

  override after(ms: number, action: () => void): () => void {
    const stop = super.after(ms, action)
    if (this.#isForRetries && ms > WATCH_MS) setImmediate(() => this.advance(ms))
    return stop
  }

  override timeout(ms: number): AbortSignal {
    this.#isForRetries = false
    const signal = super.timeout(ms)
    this.#isForRetries = true
    return signal
  }
}

/** A run of `react` with an endpoint that answers so, in a time of its own; what it recorded, and what those who watch heard. */
async function runAt(reply: (n: number, clock: ManualClock) => ServerReply, options: object = {}) {
  const clock = new WaitingClock()
  const started = clock.now()
  server = await startModelServer({ script: (_body, n) => reply(n, clock) })
  const { workspace } = await makeFixture({ "a.txt": "words" })
  const store = new MemoryStore()
  const agent = await createAgent({
    model: openAICompatible({ name: "m", baseUrl: server.url }),
    workspace: workspace.root,
    tools: codingTools,
    strategy: "react",
    store,
    clock,
    secrets: {},
    ...options,
  })
  const run = await agent.start("What do you say?")
  const heard: LiveEvent[] = []
  run.onLive((event) => heard.push(event))
  const screen = new PassThrough({ encoding: "utf8" })
  const display = plainLines(screen, { clock: new ManualClock() })
  display.follow(run)
  const result = await run.result
  display.stop()
  const entries = await store.load(result.run_id)
  const events = entries.flatMap(({ record }) => (record.kind === "event" ? [record.event] : []))
  const failed = events.filter((event): event is Failed => event.type === "model.failed")
  const retried = heard.filter(({ type }) => type === "model.retried")
  const lines = String(screen.read() ?? "").split("\n")
  return { result, failed, retried, ms: clock.now() - started, events, lines }
}

const FIVE_MINUTES = 5 * 60_000

describe("an endpoint that is overloaded or away", () => {
  test.each([
    ["429", status(429)],
    ["503", status(503)],
    ["529", status(529)],
    ["500", status(500)],
    ["a lost connection", drop()],
  ])("%s for five minutes: the run waits, and is done", async (_name, busy) => {
    let since: number | undefined
    const { result, failed, retried, ms, lines } = await runAt((_n, clock) => {
      since ??= clock.now()
      return clock.now() - since < FIVE_MINUTES ? busy : text("All is well.")
    })
    expect(result.outcome).toBe("done")
    expect(result.message).toContain("All is well.")
    expect(ms).toBeGreaterThanOrEqual(FIVE_MINUTES)
    expect(failed.length).toBeGreaterThan(8)
    expect(failed.map(({ n }) => n)).toEqual(failed.map((_, index) => index + 1))
    expect(Math.max(...failed.map(({ wait_ms }) => wait_ms ?? 0))).toBeLessThanOrEqual(60_000)
    expect(retried).toHaveLength(failed.length)
    const said = lines.filter((line) => /\] retry in [\d.]+ (ms|s|m)/.test(line))
    expect(said).toHaveLength(failed.length)
    expect(said[0]).toContain("Model m at http")
  })

  test("what it asks for is waited, and recorded with its status", async () => {
    const { result, failed } = await runAt((n) => (n === 0 ? status(429, { retryAfter: 90 }) : text("Here I am.")))
    expect(result.outcome).toBe("done")
    expect(failed).toMatchObject([{ n: 1, kind: "busy", status: 429, wait_ms: 90_000 }])
  })

  test("at the end of the run's time that is the end, with a word on it", async () => {
    const { result, failed, ms } = await runAt(() => status(503), { limits: { max_time_ms: FIVE_MINUTES } })
    expect(result).toMatchObject({ outcome: "failed", message: expect.stringContaining("failed (503)") })
    expect(ms).toBeLessThanOrEqual(FIVE_MINUTES)
    expect(failed.at(-1)).toMatchObject({ status: 503, wait_ms: null })
  })

  test("no more often than its user wants", async () => {
    const { result, failed } = await runAt(() => status(503), { retries: 2 })
    expect(result).toMatchObject({ outcome: "failed", message: expect.stringContaining("Gave up after 3 attempts") })
    expect(failed.map(({ wait_ms }) => wait_ms === null)).toEqual([false, false, true])
  })
})

describe("what no waiting cures", () => {
  test.each([
    ["a refused key", status(401, { body: { error: { message: "Incorrect API key provided." } } }), 401, /Set .*KEY/],
    ["a request that is not accepted", status(400), 400, /did not accept the request/],
    [
      "an unknown model",
      status(404, { body: { error: { message: "The model `m` does not exist." } } }),
      404,
      /has no model "m"/,
    ],
    [
      "no money",
      status(429, { body: { error: { code: "insufficient_quota", message: "No." } } }),
      429,
      /no quota left/,
    ],
  ])("%s ends the run at once", async (_name, refusal, code, words) => {
    const { result, failed, retried } = await runAt(() => refusal)
    expect(result).toMatchObject({ outcome: "failed", message: expect.stringMatching(words) })
    expect(failed[0]).toMatchObject({ n: 1, status: code, wait_ms: null })
    expect(retried).toEqual([])
  })
})
