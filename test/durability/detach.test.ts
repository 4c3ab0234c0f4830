import { describe, expect, it } from "vitest"
import { z } from "zod"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { Model } from "../../src/model/seam/model.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { type AnyTool, defineTool } from "../../src/tools/tool.ts"
import { REQUEST, setStage } from "../scenarios/play.ts"
import { toolsThenDone } from "../scenarios/react-scenarios.ts"
import { gated } from "../server/models.ts"

async function typesIn(store: MemoryStore, id: string): Promise<string[]> {
  return (await store.load(id)).flatMap(({ record }) => (record.kind === "event" ? [record.event.type] : []))
}

/** A tool that hangs until it is told to stop. */
function hanging(): { readonly tool: AnyTool; readonly begun: Promise<void> } {
  const begun = Promise.withResolvers<void>()
  const tool = defineTool({
    name: "hang",
    description: "Hang.",
    input: z.object({}),
    access: "execute",
    repeat: "never",
    execute: (_input, { signal }) => {
      begun.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    },
  })
  return { tool, begun: begun.promise }
}

describe("a run that its process lets go of", () => {
  it("records nothing of it, and goes on elsewhere without doing anything twice", async () => {
    await using stage = await setStage(toolsThenDone)
    const store = new MemoryStore()
    const model = gated(toolsThenDone.model(), "turn-2/reply")
    const run = await (await stage.agent(store, model)).start(REQUEST)
    await model.reached
    const before = await store.load(run.id)
    await run.detach()
    await expect(run.result).rejects.toMatchObject({ name: "RunDetached" })
    expect(await store.load(run.id)).toEqual(before)
    expect(await store.isHeld(run.id)).toBe(false)

    const resumed = await (await stage.agent(store, toolsThenDone.model())).resume(run.id)
    expect(await resumed.result).toMatchObject({ outcome: "done" })
    expect(stage.rung).toEqual(["a"])
    expect(await typesIn(store, run.id)).not.toContain("run.resumed")
  })

  it("reports a command that it was in the middle of as unknown", async () => {
    await using stage = await setStage(toolsThenDone)
    const store = new MemoryStore()
    const { tool, begun } = hanging()
    const model = () =>
      keyedModel({
        "turn-1/reply": { call: "hang", input: {} },
        "turn-2/reply": "It hung; I don't know more.",
        "closing-0/summarizer/try-1": { call: "task_done", input: { summary: "It hung; I don't know more." } },
      })
    const agent = (one: Model) =>
      createAgent({
        model: one,
        store,
        workspace: stage.folder,
        strategy: react,
        tools: [tool],
        approve: "full",
        secrets: {},
      })
    const run = await (await agent(model())).start(REQUEST)
    await begun
    await run.detach()
    const resumed = await (await agent(model())).resume(run.id)
    expect(await resumed.result).toMatchObject({ outcome: "done" })
    const ended = (await store.load(run.id)).flatMap(({ record }) =>
      record.kind === "event" && record.event.type === "task.ended" ? [record.event.status] : [],
    )
    expect(ended).toEqual(["unknown"])
  })

  it("has no end yet if it was about to be summed up", async () => {
    await using stage = await setStage(toolsThenDone)
    const store = new MemoryStore()
    const lines = {
      "turn-1/reply": { call: "ring", input: { name: "a" } },
      "end-1/summarizer/try-1": { call: "task_done", input: { summary: "One bell, then the limit." } },
    }
    const agent = (model: Model) =>
      createAgent({
        model,
        store,
        workspace: stage.folder,
        strategy: react,
        approve: "full",
        limits: { max_iterations: 1 },
        secrets: {},
      })
    const model = gated(keyedModel(lines), "end-1/summarizer/try-1")
    const run = await (await agent(model)).start(REQUEST)
    await model.reached
    await run.detach()
    expect(await typesIn(store, run.id)).not.toContain("run.ended")

    const resumed = await (await agent(keyedModel(lines))).resume(run.id)
    const result = await resumed.result
    expect(result).toMatchObject({ outcome: "incomplete", summary_layer: "summarizer" })
    await resumed.detach()
    expect(await resumed.result).toBe(result)
  })
})
