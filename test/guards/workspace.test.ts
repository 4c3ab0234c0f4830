import { setImmediate as nextTick } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { WorkspaceBusyError } from "../../src/journal/store-error.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { type AnyTool, defineTool } from "../../src/tools/tool.ts"
import { analysis, complete, phase, phases, plan, say, summary, task } from "../scenarios/lines.ts"
import { literalDone } from "../scenarios/phased-scenarios.ts"
import { play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"

/** A tool that counts how many of its kind are under way at once. */
function crowded(name: string, access: "read" | "execute"): { readonly tool: AnyTool; most: number } {
  const seen = { most: 0 }
  let now = 0
  const tool = defineTool({
    name,
    description: "Takes a while.",
    input: z.object({}),
    access,
    repeat: "safe",
    async execute() {
      seen.most = Math.max(seen.most, ++now)
      for (let tick = 0; tick < 20; tick++) await nextTick()
      now -= 1
      return `${name} is done`
    },
  })
  return Object.assign(seen, { tool })
}

function sideBySide(tool: AnyTool): Scenario {
  const ids = [1, 2, 3]
  const rounds = ids.flatMap((id) => [
    [`phase-${id}/round-1/plan/try-1`, say("plan_tool_call", plan(task(tool.name, {})))],
    [`phase-${id}/round-1/judge/try-1`, say("judge_tasks", complete([1]))],
  ])
  const lines = {
    "analysis/try-1": say("request_analyser", analysis()),
    "phases/try-1": say(
      "phase_planner",
      phases(
        ids.map((id) => phase(id)),
        "parallel",
      ),
    ),
    ...Object.fromEntries(rounds),
    "end-1/summarizer/try-1": say("summarizer", summary()),
  }
  return {
    name: "side by side",
    model: () => keyedModel(lines),
    options: { literal: true, tools: [tool] },
  }
}

describe("phases side by side", () => {
  it("take turns with what changes the workspace, and read at the same time", async () => {
    const build = crowded("build", "execute")
    await using building = await play(sideBySide(build.tool))
    expect(building.result).toMatchObject({ outcome: "done", phases_completed: 3 })
    expect(build.most).toBe(1)

    const look = crowded("look", "read")
    await using looking = await play(sideBySide(look.tool))
    expect(looking.result).toMatchObject({ outcome: "done", phases_completed: 3 })
    expect(look.most).toBe(3)
  })
})

describe("two runs in one workspace", () => {
  it("do not write at the same time, and the refused one leaves no trace", async () => {
    await using stage = await setStage(literalDone)
    const store = new MemoryStore()
    const agent = await stage.agent(store, literalDone.model())
    const first = await agent.start(REQUEST)
    await expect(agent.start(REQUEST)).rejects.toThrow(WorkspaceBusyError)
    expect(await store.listRuns()).toHaveLength(1)
    expect((await first.result).outcome).toBe("done")
    expect((await (await agent.start(REQUEST)).result).outcome).toBe("done")
  })

  it("do not go on at the same time either: the one that would is left as it was", async () => {
    await using stage = await setStage(literalDone)
    const store = new MemoryStore()
    const agent = await stage.agent(store, literalDone.model())
    const first = await agent.start(REQUEST)
    await first.cancel()
    expect((await first.result).outcome).toBe("cancelled")
    const before = await store.load(first.id)
    const second = await agent.start(REQUEST)
    await expect(agent.resume(first.id)).rejects.toThrow(WorkspaceBusyError)
    expect(await store.load(first.id)).toEqual(before)
    expect(await store.isHeld(first.id)).toBe(false)
    expect((await second.result).outcome).toBe("done")
    expect((await (await agent.resume(first.id)).result).outcome).toBe("done")
  })
})
