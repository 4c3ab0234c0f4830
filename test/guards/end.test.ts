import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { Model, ModelRequest } from "../../src/model/seam/model.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptLine, speak } from "../../src/testing/script-line.ts"
import { defineTool } from "../../src/tools/tool.ts"
import { complete, plan, ring, say, summary } from "../scenarios/lines.ts"
import { REQUEST, setStage } from "../scenarios/play.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { eventsOf, heard, literal } from "./front-door.ts"

const ROUND = {
  "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(ring("a"))),
  "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
}

/** Asked for the summary, it lets something happen first. */
function slowToSumUp(model: Model, meanwhile: (signal: AbortSignal) => Promise<void>): Model {
  return {
    ...model,
    async *stream(request: ModelRequest, signal: AbortSignal) {
      if (request.purpose.control !== "summarizer") return yield* model.stream(request, signal)
      await meanwhile(signal)
      signal.throwIfAborted()
      yield* speak(say("summarizer", summary("Late, but here.")), request, () => "call")
    },
  }
}

/** A tool that runs until it is stopped; with all the time there is. */
function endless(name: string, clock: ManualClock) {
  return defineTool({
    name,
    description: "Never ends.",
    input: z.object({ name: z.string().optional() }),
    access: "read",
    repeat: "safe",
    execute: (_input, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason))
        clock.advance(MINUTE)
      }),
  })
}

const MINUTE = 60_000

describe("the summary of a run", () => {
  it("has all of the time that is left, and no more", async () => {
    const clock = new ManualClock()
    const scenario = literal(ROUND, { limits: { max_time_ms: 4000 }, clock })
    await using stage = await setStage(scenario)
    const sumUp = async (ms: number) => {
      const model = slowToSumUp(scenario.model(), async () => clock.advance(ms))
      return (await stage.agent(new MemoryStore(), model)).run(REQUEST)
    }
    const used = (time_ms: number) => ({ limits: { used: { time_ms } } })
    expect(await sumUp(3999)).toMatchObject({ outcome: "done", summary_layer: "summarizer", ...used(3999) })
    expect(await sumUp(4000)).toMatchObject({ outcome: "done", summary_layer: "stitched", ...used(4000) })
  })

  it("has half of its share once all of the run's time is over, and no more", async () => {
    const clock = new ManualClock()
    const late = endless("ring", clock)
    const scenario = literal(ROUND, { limits: { max_time_ms: MINUTE }, tools: [late], clock })
    await using stage = await setStage(scenario)
    const sumUp = async (ms: number) => {
      const model = slowToSumUp(scenario.model(), async () => clock.advance(ms))
      return (await stage.agent(new MemoryStore(), model)).run(REQUEST)
    }
    expect(await sumUp(5999)).toMatchObject({
      outcome: "incomplete",
      summary_layer: "summarizer",
      limits: { used: { time_ms: MINUTE + 5999 } },
    })
    expect(await sumUp(6000)).toMatchObject({ outcome: "incomplete", summary_layer: "composed" })
  })

  it("is given up at once when the user cancels, also after the time limit has ended the work", async () => {
    const clock = new ManualClock()
    const asked = Promise.withResolvers<void>()
    const scenario = literal(ROUND, { limits: { max_time_ms: MINUTE }, tools: [endless("ring", clock)], clock })
    await using stage = await setStage(scenario)
    const model = slowToSumUp(scenario.model(), (signal) => {
      asked.resolve()
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    })
    const run = await (await stage.agent(new MemoryStore(), model)).start(REQUEST)
    await asked.promise
    await run.cancel()
    expect(await run.result).toMatchObject({ outcome: "incomplete", summary_layer: "composed" })
  })
})

describe("react, stopped in the middle of several calls", () => {
  it("sends no call without its result when it sums up", async () => {
    const clock = new ManualClock()
    const two: ScriptLine = calls([
      { call: "hang", input: {} },
      { call: "hang", input: {} },
    ])
    const done: ScriptLine = { call: "task_done", input: { summary: "It took too long." } }
    const model = heard(keyedModel({ "turn-1/reply": two, "end-1/summarizer/try-1": done }))
    await using stage = await setStage({
      name: "react",
      model: () => model,
      options: { strategy: react, tools: [endless("hang", clock)], limits: { max_time_ms: MINUTE }, clock },
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
