import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { PlannedTask } from "../../src/protocol/log/control.ts"
import type { Strategy } from "../../src/run/strategy.ts"
import type { BatchOptions } from "../../src/run/tasks/batch.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { type Clock, systemClock } from "../../src/tools/clock.ts"
import type { AnyTool } from "../../src/tools/tool.ts"
import { literal } from "../guards/front-door.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { gatedTool, giveWay, type Story, untilAborted } from "./gates.ts"
import { finish, play, REQUEST, type Scenario, setStage } from "./play.ts"

describe("a batch that may be cut short", () => {
  const planned = (id: number, tool: string, depends_on: number[] = []): PlannedTask => ({
    id,
    tool,
    arguments: { name: `${id}` },
    depends_on,
    why: "",
  })

  /** A strategy that is nothing but one batch. */
  function batch(tasks: readonly PlannedTask[], options: BatchOptions): Strategy<unknown> {
    return {
      name: "batch",
      summary: "One batch.",
      settings: z.unknown(),
      async run(run) {
        await run.enter("EXECUTING")
        const { outcomes } = await run.at("round-1").execute(tasks, options)
        run.summariseWith(async () => ({ layer: "closing", text: JSON.stringify(outcomes), highlights: [] }))
        return { kind: "done" }
      },
    }
  }

  function scenario(
    tools: readonly AnyTool[],
    tasks: readonly PlannedTask[],
    options: BatchOptions,
    clock: Clock = systemClock,
  ): Scenario {
    const model = literal({}).model
    return {
      name: "batch",
      model,
      options: { strategy: batch(tasks, options), tools: [...tools], settings: {}, clock },
    }
  }

  const outcomes = (text: string) =>
    (
      JSON.parse(/^\[.*\]$/m.exec(text)?.[0] ?? text.split("\n")[0] ?? "") as {
        id: number
        status: string
        text: string
      }[]
    ).map((one) => [one.id, one.status, one.text])

  it("starts nothing after a failure, and waits for what runs", async () => {
    const story: Story = []
    const failed = Promise.withResolvers<void>()
    const fail = gatedTool("fail", story, async () => {
      await giveWay()
      failed.resolve()
      throw new Error("no")
    })
    const act = gatedTool("act", story, () => failed.promise.then(giveWay))
    const tasks = [planned(1, "act"), planned(2, "fail"), planned(3, "act", [1]), planned(4, "act", [2])]
    await using played = await play(scenario([act, fail], tasks, { stopOnFailure: true }))
    expect(story).toEqual(["+1", "+2", "-2", "-1"])
    expect(outcomes(played.result.message)).toEqual([
      [1, "done", "did 1"],
      [2, "failed", "fail broke down: no"],
      [3, "skipped", "Not run: task 2 did not succeed, which stops the round."],
      [4, "skipped", "Not run: task 2, which it depends on, did not succeed."],
    ])
  })

  it("aborts what runs when its time is over, and starts nothing more", async () => {
    const story: Story = []
    const clock = new ManualClock()
    const acted = Promise.withResolvers<void>()
    const act = gatedTool("act", story, async () => acted.resolve())
    const slow = gatedTool("slow", story, async (_name, { signal }) => {
      void acted.promise.then(giveWay).then(() => clock.advance(30))
      await untilAborted(signal)
    })
    const tasks = [planned(1, "act"), planned(2, "slow"), planned(3, "act", [2]), planned(4, "alone")]
    const alone = gatedTool("alone", story, giveWay, { exclusive: true })
    await using played = await play(scenario([act, slow, alone], tasks, { timeLimitMs: 30 }, clock))
    expect(outcomes(played.result.message)).toEqual([
      [1, "done", "did 1"],
      [2, "failed", "Cut off by the round's limit of 0.03 s.\naborted by its signal"],
      [3, "skipped", "Not run: task 2, which it depends on, did not succeed."],
      [4, "skipped", "Not run: the round's limit of 0.03 s was over."],
    ])
  })

  it("goes on after a crash as if it had not been interrupted: what had not begun stays undone", async () => {
    const tasks = [planned(1, "act"), planned(2, "fail"), planned(3, "act", [1])]
    for (let beforeWrite = 1; ; beforeWrite++) {
      const story: Story = []
      const act = gatedTool("act", story, giveWay)
      const fail = gatedTool("fail", story, () => Promise.reject(new Error("no")))
      const one = scenario([act, fail], tasks, { stopOnFailure: true })
      await using stage = await setStage(one)
      let now = 1_000_000
      const store = new MemoryStore({ now: () => now })
      const dying = crashStore(store, beforeWrite)
      const first = await stage.agent(dying, one.model())
      await first.run(REQUEST).catch(() => undefined)
      if (!dying.hasCrashed) break
      now += 60_000
      const [header] = await store.listRuns()
      if (!header || (await store.load(header.id)).length === 0) continue
      const agent = await stage.agent(store, one.model())
      const state = await agent.result(header.id)
      const result =
        state.outcome === "done" ? state : await finish(agent, one, await (await agent.resume(header.id)).result)
      expect(outcomes(result.message).map(([id, status]) => [id, status])).toEqual([
        [1, "done"],
        [2, "failed"],
        [3, "skipped"],
      ])
      expect(story).not.toContain("+3")
    }
  })
})
