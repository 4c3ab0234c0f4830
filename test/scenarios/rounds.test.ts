import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { createAgent } from "../../src/agent.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { defineTool } from "../../src/tools/tool.ts"
import { heard } from "../guards/front-door.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { plan, task } from "./lines.ts"
import { bell, play } from "./play.ts"
import * as scenarios from "./rounds-scenarios.ts"

describe("rounds", () => {
  it("changes the colours of a page in two rounds and four calls, and answers with the last thought", async () => {
    await using played = await play(scenarios.colours)
    expect(played.result).toMatchObject({
      outcome: "done",
      summary_layer: "closing",
      total_rounds: 2,
      total_tasks: 7,
      usage: { calls: 4 },
    })
    expect(played.result.message).toContain("✅ 已成功将UI颜色修改为紫色系")
    const page = await readFile(join(played.folder, "ui/index.html"), "utf8")
    expect(page.match(/#[0-9a-f]{6}/g)).toEqual(
      ["#667eea", "#764ba2", "#667eea", "#764ba2", "#5a67d8"].flatMap((colour) => [colour, colour]),
    )
  })

  it("needs one call less where a thought brings the next plan", async () => {
    await using played = await play(scenarios.coloursFused)
    expect(played.result).toMatchObject({ outcome: "done", total_rounds: 2, usage: { calls: 3 } })
  })

  it("is told how many tasks a round usually has", async () => {
    const model = heard(scenarios.colours.model())
    await using _played = await play({ ...scenarios.colours, model: () => model })
    expect(model.requests[0]?.messages.at(-1)?.text).toMatch(/simple 3-5 tasks, medium 5-8, complex 6-8/)
  })

  it("shows the user's part of a thought and keeps the other to itself", async () => {
    await using played = await play(scenarios.colours)
    const thoughts = played.events.flatMap(({ event }) => (event.type === "thought.made" ? [event.user_summary] : []))
    expect(thoughts).toEqual(["已定位到需要修改的颜色", "✅ 已成功将UI颜色修改为紫色系"])
    expect(JSON.stringify([played.result, played.events])).not.toContain("between us")
  })

  it("stops a batch at its first failure and goes to think", async () => {
    await using played = await play(scenarios.stopsAtFailure)
    expect(played.rung).toEqual(["a", "b", "e"])
    const ends = played.events.flatMap(({ event }) => (event.type === "task.ended" ? [event.status] : []))
    expect(ends).toEqual(["done", "failed", "skipped", "skipped", "done"])
    expect(played.result.outcome).toBe("done")
  })

  it("cuts a round off at its time limit and thinks about what is there", async () => {
    const clock = new ManualClock()
    const never = defineTool({
      name: "wait",
      description: "Waits for ever.",
      input: z.object({}),
      access: "read",
      repeat: "safe",
      execute: (_input, { signal }) =>
        new Promise<string>((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason))
          clock.advance(5000)
        }),
    })
    await using played = await play({
      ...scenarios.colours,
      name: "slow",
      files: {},
      model: () =>
        keyedModel({
          "round-1/plan/try-1": {
            call: "plan_tool_call",
            input: { ...plan(task("wait", {}), task("list_files", {}, { depends_on: [1] })), complexity: "simple" },
          },
          "round-1/think/try-1": { call: "think", input: scenarios.thought("Too slow.", { task_completed: false }) },
          "round-2/plan/try-1": { call: "plan_tool_call", input: plan(task("list_files", {})) },
          "round-2/think/try-1": { call: "think", input: scenarios.thought("Listed.", { task_completed: true }) },
        }),
      options: {
        ...scenarios.colours.options,
        tools: [never, ...codingTools],
        limits: { round_timeout_ms: 5000 },
        literal: true,
        clock,
      },
    })
    const [slow, after] = played.events.flatMap(({ event }) => (event.type === "task.ended" ? [event] : []))
    expect(slow).toMatchObject({ status: "failed", digest: expect.stringContaining("round's limit") })
    expect(after).toMatchObject({ status: "skipped" })
    expect(played.result.outcome).toBe("done")
  })

  it("is incomplete when its rounds are used up, with the last thought as the answer", async () => {
    await using played = await play(scenarios.outOfRounds)
    expect(played.result).toMatchObject({ outcome: "incomplete", total_rounds: 2, summary_layer: "closing" })
    expect(played.result.message).toContain("Two bells rang, one is left.")
    expect(played.result.reason).toBe("not completed after 2 rounds")
  })

  it("gets two more rounds when it is resumed", async () => {
    await using played = await play(scenarios.outOfRounds)
    const again = await createAgent({
      ...scenarios.outOfRounds.options,
      store: played.store,
      workspace: played.folder,
      approve: "full",
      secrets: {},
      tools: [bell().tool, ...codingTools],
      model: keyedModel({
        "round-3/plan/try-1": { call: "plan_tool_call", input: plan(task("list_files", {})) },
        "round-3/think/try-1": { call: "think", input: scenarios.thought("Now it is.", { task_completed: true }) },
      }),
    })
    const result = await (await again.resume(played.result.run_id)).result
    expect(result).toMatchObject({ outcome: "done", total_rounds: 3 })
  })

  it("makes one summary call with tools off where no thought can be had", async () => {
    await using played = await play(scenarios.noThought)
    expect(played.result).toMatchObject({ outcome: "failed", summary_layer: "plain" })
    expect(played.result.message).toContain("One bell rang; nothing else is known.")
  })

  it("does not take a claim for success when nothing succeeded", async () => {
    await using played = await play(scenarios.emptyClaim)
    expect(played.result).toMatchObject({ outcome: "done", total_rounds: 2 })
  })

  it("lets a failing check outrank the thought, and mends it", async () => {
    await using played = await play(scenarios.overruled)
    expect(played.result).toMatchObject({ outcome: "done", verified: true, total_rounds: 2 })
    expect(played.result.checks).toEqual([{ name: "test", status: "passed", passed: true, failing: [] }])
  })

  it("mends a check too that runs only at the end", async () => {
    await using played = await play(scenarios.overruledAtEnd)
    expect(played.result).toMatchObject({ outcome: "done", verified: true, total_rounds: 2 })
  })

  it("does not end done when the model says so and the checks say no", async () => {
    await using played = await play(scenarios.lies)
    expect(played.result).toMatchObject({ outcome: "failed", success: false, verified: false })
    expect(played.result.reason).toBe("checks still fail: test")
    expect(played.result.message).toMatch(/\btest: failed/)
  })

  it("asks again for a plan against the rules of its own kind of task", async () => {
    await using played = await play(scenarios.confined)
    expect(played.events.filter(({ event }) => event.type === "plan.rejected")).toHaveLength(1)
    expect(played.result.outcome).toBe("done")
  })
})
