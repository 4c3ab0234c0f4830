import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { setImmediate as turn } from "node:timers/promises"
import { expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { plainLines } from "../../src/cli/render/plain-lines.ts"
import type { Model, ModelPart } from "../../src/model/model.ts"
import { ManualClock } from "../../src/testing/manual-clock.ts"

/** A model that says its next part when it is told to. */
class PacedModel implements Model {
  readonly id = "paced:model"
  readonly contextWindow = 128_000
  readonly #asked = Promise.withResolvers<void>()
  #next = Promise.withResolvers<ModelPart>()

  get asked(): Promise<void> {
    return this.#asked.promise
  }

  async *stream(): AsyncGenerator<ModelPart> {
    this.#asked.resolve()
    for (;;) {
      const part = await this.#next.promise
      this.#next = Promise.withResolvers()
      yield part
      if (part.type === "end") return
    }
  }

  async say(part: ModelPart): Promise<void> {
    this.#next.resolve(part)
    for (let turns = 0; turns < 20; turns++) await turn()
  }
}

it("has a line every 15 s while a model is slow: what is read, what has come, and how fast", async () => {
  const workspace = await mkdtemp(join(tmpdir(), "keelson-plain-"))
  const clock = new ManualClock()
  const model = new PacedModel()
  const stream = new PassThrough({ encoding: "utf8" })
  const newest = () =>
    String(stream.read() ?? "")
      .trimEnd()
      .split("\n")
      .at(-1)
  const display = plainLines(stream, { clock })
  const agent = await createAgent({ model, workspace, clock, strategy: "react", secrets: {} })
  const run = await agent.start("What is this?")
  display.follow(run)
  await clock.armed(15_000)
  await model.asked
  await model.say({ type: "progress", tokens: 0, prompt: { read: 512, of: 2048 } })
  stream.read()

  clock.advance(15_000)
  expect(newest()).toMatch(/the model reads the prompt: 25% of 2.0k tokens, 15 s$/)
  await model.say({ type: "text", delta: "It is a test. " })
  clock.advance(10_000)
  await model.say({ type: "progress", tokens: 50 })
  clock.advance(5000)
  expect(newest()).toMatch(/the model answers: 50 tokens, 4.7 a second, 30 s$/)
  await model.say({ type: "retry", reason: "it broke off", waitMs: 0 })
  expect(newest()).toMatch(/retry in 0 ms: it broke off$/)
  clock.advance(15_000)
  expect(newest()).toMatch(/waiting for the model, 15 s$/)

  await model.say({ type: "text", delta: "It is nothing but a test of what is shown." })
  await model.say({ type: "end", usage: { prompt: 10, completion: 10, cached: 0 }, finish: "stop" })
  // Told once how to go on or to end, it says the same.
  await model.say({ type: "text", delta: "It is nothing but a test of what is shown." })
  await model.say({ type: "end", usage: { prompt: 10, completion: 10, cached: 0 }, finish: "stop" })
  await run.result
  display.end(await run.result, 0)
  await rm(workspace, { recursive: true, force: true })
})
