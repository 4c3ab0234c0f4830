import { describe, expect, it } from "vitest"
import { z } from "zod"
import { LEASE_MS } from "../../src/journal/lease.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { ModelError } from "../../src/model/seam/model-error.ts"
import { Conversation } from "../../src/run/context/conversation.ts"
import { separatePanel } from "../../src/run/controls/panel.ts"
import type { Strategy } from "../../src/run/strategy.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { defineTool } from "../../src/tools/tool.ts"
import { eventsOf } from "../guards/front-door.ts"
import { say } from "../scenarios/lines.ts"
import { REQUEST, type Scenario, setStage } from "../scenarios/play.ts"

const draw = defineTool({
  name: "draw",
  description: "Draw.",
  input: z.object({ figures: z.int(), bytes: z.int() }),
  access: "read",
  repeat: "safe",
  async execute({ figures, bytes }) {
    const artifacts = Array.from({ length: figures }, (_, index) => ({
      name: `plot ${index}.svg`,
      mime: "image/svg+xml",
      data: new Uint8Array(bytes).fill(index),
    }))
    return { text: "drawn", artifacts }
  },
})

/** Draws, then asks for two words; `version` changes the question. */
function drawing(input: z.infer<typeof draw.input>, version = 1): Strategy<object> {
  return {
    name: "drawing",
    summary: "Draws.",
    settings: z.object({}),
    async run(run) {
      await run.execute([{ id: 1, tool: "draw", arguments: input, depends_on: [], why: "" }])
      const control = { name: "word", version, description: "A word.", input: z.object({ word: z.string() }) }
      const conversation = new Conversation([])
      for (const name of ["one", "two"]) {
        await run.ask(name, { control, panel: separatePanel([control]), conversation, prompt: "A word, please." })
      }
      return { kind: "done" }
    },
  }
}

const WORD = say("word", { word: "yes" })
const MODEL = () => keyedModel({ "one/try-1": WORD, "two/try-1": WORD, "end-1/plain": "Drawn." })

function scenario(strategy: Strategy<object>, model = MODEL): Scenario {
  return { name: "drawing", model, options: { strategy, tools: [draw] } }
}

describe("files that a tool made", () => {
  it("are kept up to a number and a size, and the rest is said", async () => {
    await using stage = await setStage(scenario(drawing({ figures: 9, bytes: 2000 })))
    const store = new MemoryStore()
    const { run_id } = await (await stage.agent(store, MODEL())).run(REQUEST)
    const [ended] = await eventsOf(store, "task.ended")
    expect(ended?.artifacts).toHaveLength(8)
    expect(ended?.artifacts?.[7]).toMatchObject({ name: "t1-8.svg", mime: "image/svg+xml", size: 2000 })
    expect(ended?.digest).toContain("figure t1-8.svg (2 kB)\nNot kept: plot 8.svg. At most 8 files of one call are.")
    expect((await store.loadBlob(run_id, ended?.artifacts?.[7]?.id ?? ""))?.data[0]).toBe(7)
  })

  it("are the same after a crash, whichever write it came before", async () => {
    for (let write = 1; write <= 6; write++) {
      await using stage = await setStage(scenario(drawing({ figures: 2, bytes: 5 })))
      let time = 0
      const store = new MemoryStore({ now: () => time })
      const crashing = crashStore(store, write)
      await (await stage.agent(crashing, MODEL())).run(REQUEST).catch(() => {})
      // The lease of the process that died runs out.
      time += LEASE_MS
      const agent = await stage.agent(store, MODEL())
      const [left] = await store.listRuns()
      const begun = left && (await store.load(left.id)).length > 0
      const { run_id } = begun ? await resumed(agent, left.id) : await agent.run(REQUEST)
      const [ended, ...more] = await eventsOf(store, "task.ended")
      expect(more).toEqual([])
      expect(ended?.artifacts?.map(({ name }) => name)).toEqual(["t1-1.svg", "t1-2.svg"])
      for (const { id } of ended?.artifacts ?? []) expect(await store.loadBlob(run_id, id)).toBeDefined()
    }
  })

  it("go along when a blocked run is forked", async () => {
    const down = () => keyedModel({ "one/try-1": WORD, "two/try-1": new ModelError("broken", "gone") })
    const input = { figures: 1, bytes: 3 }
    const store = new MemoryStore()
    await using stage = await setStage(scenario(drawing(input), down))
    const first = await (await stage.agent(store, down())).run(REQUEST)
    await using changed = await setStage(scenario(drawing(input, 2)))
    const agent = await changed.agent(store, MODEL())
    expect((await resumed(agent, first.run_id)).outcome).toBe("blocked")
    const third = await (await agent.fork(first.run_id)).result
    expect(third.outcome).toBe("done")
    const [ended] = await eventsOf(store, "task.ended")
    expect([...((await store.loadBlob(third.run_id, ended?.artifacts?.[0]?.id ?? ""))?.data ?? [])]).toEqual([0, 0, 0])
  })
})

async function resumed(agent: Awaited<ReturnType<Awaited<ReturnType<typeof setStage>>["agent"]>>, runId: string) {
  return (await agent.resume(runId)).result
}
