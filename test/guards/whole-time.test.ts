import { describe, expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { Model } from "../../src/model/seam/model.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { makeFixture } from "../support/tool-fixture.ts"
import { eventsOf } from "./front-door.ts"

/** A model that never answers; `asked(n)` resolves once it was asked so often. */
function mute(): Model & { asked(times: number): Promise<void> } {
  const calls = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  return {
    id: "mute",
    contextWindow: 100_000,
    asked: async (times) => calls[times - 1]?.promise,
    async *stream(_request, signal) {
      calls[count++]?.resolve()
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    },
  }
}

describe("the time limit", () => {
  it("has room for the summary, and what was asked and not answered is a call", async () => {
    await using fixture = await makeFixture()
    const clock = new ManualClock()
    const model = mute()
    const store = new MemoryStore()
    const limits = { max_time_ms: 4000 }
    const agent = await createAgent({
      workspace: fixture.workspace.root,
      model,
      store,
      clock,
      strategy: "react",
      limits,
    })
    const run = await agent.start("Look around")
    await model.asked(1)
    clock.advance(3250)
    await model.asked(2)
    clock.advance(750)
    expect(await run.result).toMatchObject({
      outcome: "incomplete",
      limit: "max_time_ms",
      summary_layer: "composed",
      usage: { calls: 2 },
      limits: { used: { time_ms: 4000 } },
    })
    expect((await eventsOf(store, "model.called")).map(({ lost }) => lost)).toEqual([true, true])
  })
})
