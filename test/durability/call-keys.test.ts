import { expect, it } from "vitest"
import { z } from "zod"
import { LEASE_MS } from "../../src/journal/lease.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { react } from "../../src/strategies/react/react.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { defineTool } from "../../src/tools/tool.ts"
import * as scenarios from "../scenarios/phased-scenarios.ts"
import { setStage } from "../scenarios/play.ts"

const CALLER = { user: "ann", tenant: "blue" }

it("a tool knows its run, its caller and its call, by the same key whenever it is made again", async () => {
  let repeated = 0
  for (let beforeWrite = 1; ; beforeWrite++) {
    const seen: unknown[] = []
    const refund = defineTool({
      name: "refund",
      description: "Refunds an order.",
      input: z.object({ order: z.number() }),
      access: "network",
      repeat: "safe",
      execute: async (_, { runId, callKey, caller }) => {
        seen.push({ runId, callKey, caller })
        return "refunded"
      },
    })
    await using stage = await setStage({
      ...scenarios.modelDies,
      options: { strategy: react, tools: [refund] },
    })
    const model = () =>
      keyedModel({
        "turn-1/reply": calls([{ call: "refund", input: { order: 7 } }]),
        "turn-2/reply": "Order 7 is refunded.",
      })
    let now = 1_000_000
    const store = new MemoryStore({ now: () => now })
    const dying = crashStore(store, beforeWrite)
    const agent = await stage.agent(dying, model())
    await agent.run("Refund order 7", { context: CALLER }).catch(() => {})
    now += LEASE_MS + 1
    const [header] = await store.listRuns()
    if (header) await (await (await stage.agent(store, model())).resume(header.id).catch(() => undefined))?.result
    const key = `${header?.id}/turn-1/task-1`
    expect(seen).toEqual(seen.map(() => ({ runId: header?.id, callKey: key, caller: CALLER })))
    repeated += seen.length > 1 ? 1 : 0
    if (!dying.hasCrashed) break
  }
  expect(repeated).toBeGreaterThan(0)
})
