import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import type { Model, ModelRequest } from "../../src/model/model.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptLine, speak } from "../../src/testing/script-line.ts"
import { defineTool } from "../../src/tools/tool.ts"
import { complete, plan, ring, say, summary } from "../scenarios/lines.ts"
import { REQUEST, setStage } from "../scenarios/play.ts"
import { eventsOf, heard, literal } from "./front-door.ts"

const ROUND = {
  "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(ring("a"))),
  "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
}

/** Holds its reply to the summarizer back: until `go`, or until it is told to stop. */
function slowToSumUp(model: Model, go: Promise<void>, asked: () => void): Model {
  return {
    ...model,
    async *stream(request: ModelRequest, signal: AbortSignal) {
      if (request.purpose.control !== "summarizer") return yield* model.stream(request, signal)
      asked()
      const stopped = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
      await Promise.race([go, stopped])
      yield* speak(say("summarizer", summary("Late, but here.")), request, () => "call")
    },
  }
}

/** Resolves once the runner has looked at the store so often since it was asked. */
function watched(store: RunStore, looks: number): { store: RunStore; looked: Promise<void>; ask: () => void } {
  const looked = Promise.withResolvers<void>()
  let left = Number.POSITIVE_INFINITY
  const proxy = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name === "load" && --left <= 0) looked.resolve()
      return typeof value === "function" ? value.bind(target) : value
    },
  })
  return {
    store: proxy,
    looked: looked.promise,
    ask: () => {
      left = looks
    },
  }
}

describe("the summary of a run", () => {
  it("is not cut off by the run's own time limit", async () => {
    const { store, looked, ask } = watched(new MemoryStore(), 3)
    const scenario = literal(ROUND, { limits: { max_time_ms: 400 } })
    await using stage = await setStage(scenario)
    const result = await (await stage.agent(store, slowToSumUp(scenario.model(), looked, ask))).run(REQUEST)
    expect(result).toMatchObject({ outcome: "done", summary_layer: "summarizer" })
    expect(result.limits.used.time_ms).toBeGreaterThan(400)
  })

  it("is given up at once when the user cancels, also after the time limit has ended the work", async () => {
    const asked = Promise.withResolvers<void>()
    const hang = defineTool({
      name: "ring",
      description: "Ring for ever.",
      input: z.object({ name: z.string() }),
      access: "read",
      repeat: "safe",
      execute: (_input, { signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    })
    const scenario = literal(ROUND, { limits: { max_time_ms: 300 }, tools: [hang] })
    await using stage = await setStage(scenario)
    const model = slowToSumUp(scenario.model(), new Promise(() => {}), asked.resolve)
    const run = await (await stage.agent(new MemoryStore(), model)).start(REQUEST)
    await asked.promise
    await run.cancel()
    expect(await run.result).toMatchObject({ outcome: "incomplete", summary_layer: "composed" })
  })
})

describe("react, stopped in the middle of several calls", () => {
  it("sends no call without its result when it sums up", async () => {
    const hang = defineTool({
      name: "hang",
      description: "Never ends.",
      input: z.object({}),
      access: "read",
      repeat: "safe",
      execute: (_input, { signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    })
    const two: ScriptLine = calls([
      { call: "hang", input: {} },
      { call: "hang", input: {} },
    ])
    const done: ScriptLine = { call: "task_done", input: { summary: "It took too long." } }
    const model = heard(keyedModel({ "turn-1/reply": two, "end-1/summarizer/try-1": done }))
    await using stage = await setStage({
      name: "react",
      model: () => model,
      options: { strategy: react, tools: [hang], limits: { max_time_ms: 300 } },
    })
    const store = new MemoryStore()
    const result = await (await stage.agent(store, model)).run(REQUEST)
    expect(result).toMatchObject({ outcome: "incomplete", summary_layer: "summarizer" })
    expect(await eventsOf(store, "limit.reached")).toMatchObject([{ limit: "max_time_ms" }])
    expect(model.requests.at(-1)?.messages.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "tool",
      "user",
    ])
  })
})
