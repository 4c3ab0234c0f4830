import { setImmediate } from "node:timers/promises"
import { expect, it } from "vitest"
import { z } from "zod"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { LiveEvent } from "../../src/protocol/log/event.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { defineTool } from "../../src/tools/tool.ts"
import { analysis, complete, phase, phases, plan, say, summary, task } from "../scenarios/lines.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { makeFixture } from "../support/tool-fixture.ts"

it("a phase that waits for the folder, which another one has, says so until it has it", async () => {
  await using fixture = await makeFixture()
  const clock = new ManualClock()
  const told: LiveEvent[] = []
  let isFirst = true
  const work = defineTool({
    name: "work",
    description: "Work until somebody says that he waits.",
    input: z.object({}),
    access: "execute",
    repeat: "never",
    async execute() {
      while (isFirst && told.length === 0) {
        clock.advance(1)
        await setImmediate()
      }
      isFirst = false
      return "worked"
    },
  })
  const rounds = [1, 2].map((n) => ({
    [`phase-${n}/round-1/plan/try-1`]: say("plan_tool_call", plan(task("work", {}))),
    [`phase-${n}/round-1/judge/try-1`]: say("judge_tasks", complete([1])),
  }))
  const model = keyedModel({
    "analysis/try-1": say("request_analyser", analysis()),
    "phases/try-1": say("phase_planner", phases([phase(1), phase(2, { dependencies: [] })], "parallel")),
    "end-1/summarizer/try-1": say("summarizer", summary()),
    ...Object.assign({}, ...rounds),
  })
  const agent = await createAgent({
    ...{ model, clock, tools: [work], workspace: fixture.workspace.root, store: new MemoryStore() },
    ...{ approve: "full", literal: true, secrets: {}, checks: {} },
  })
  const run = await agent.start("Work side by side.")
  run.onLive((event) => {
    if (event.type === "engine.busy") told.push(event)
  })
  await run.result
  expect(told).toEqual([
    { type: "engine.busy", with: "folder" },
    { type: "engine.busy", with: "folder", over: true },
  ])
})
