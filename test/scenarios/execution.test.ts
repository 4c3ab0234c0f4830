import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { AnyTool, ToolContext } from "../../src/tools/tool.ts"
import { eventsOf, heard, literal } from "../guards/front-door.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { barrier, gatedTool, giveWay, type Story, untilAborted } from "./gates.ts"
import { complete, plan, say, task, unfinished } from "./lines.ts"
import { play, REQUEST, type Scenario, setStage } from "./play.ts"

type Part = Record<string, unknown>

/** One round with these tasks. */
function round(tasks: readonly Part[], tools: readonly AnyTool[], options: Scenario["options"] = {}): Scenario {
  return literal(
    {
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...tasks)),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
      "phase-1/round-2/plan/try-1": say("plan_tool_call", plan(...tasks.slice(0, 1))),
      "phase-1/round-2/judge/try-1": say("judge_tasks", unfinished({ next_action: "end_phase" })),
    },
    { tools: [...tools], ...options },
  )
}

const call = (name: string, more: Part = {}, tool = "act") => task(tool, { name }, more)
const touch = (name: string, path: string, more: Part = {}) => task("touch", { name, path }, more)

describe("tasks of one plan", () => {
  it("are all in flight at once where nothing orders them", async () => {
    const story: Story = []
    const act = gatedTool("act", story, barrier(8))
    const names = [..."abcdefgh"]
    await using played = await play(
      round(
        names.map((name) => call(name)),
        [act],
      ),
    )
    expect(played.result).toMatchObject({ outcome: "done", total_tasks: 8 })
    expect(story.slice(0, 8)).toEqual(names.map((name) => `+${name}`))
  })

  it("run in waves along a diamond", async () => {
    const story: Story = []
    const middle = barrier(2)
    const act = gatedTool("act", story, (name) => (/[bc]/.test(name) ? middle() : giveWay()))
    const diamond = [
      call("a"),
      call("b", { depends_on: [1] }),
      call("c", { depends_on: [1] }),
      call("d", { depends_on: [2, 3] }),
    ]
    await using _played = await play(round(diamond, [act]))
    expect(story).toEqual(["+a", "-a", "+b", "+c", "-b", "-c", "+d", "-d"])
  })

  it("never overlap where two write one path, and keep plan order; other paths don't wait", async () => {
    const story: Story = []
    const both = barrier(2)
    const touchTool = gatedTool("touch", story, async (name) => (/^(a1|b1)$/.test(name) ? both() : giveWay()), {
      access: "write",
    })
    const tasks = [touch("a1", "a"), touch("a2", "./a"), touch("b1", "b"), touch("a3", "a")]
    await using _played = await play(round(tasks, [touchTool]))
    expect(story.filter((line) => line.includes("a"))).toEqual(["+a1", "-a1", "+a2", "-a2", "+a3", "-a3"])
    expect(story.slice(0, 2)).toEqual(["+a1", "+b1"])
  })

  it("edit one file one after the other, each what the one before left", async () => {
    const edit = (old_text: string, new_text: string) => task("edit_file", { path: "x.txt", old_text, new_text })
    const scenario = literal({
      "phase-1/round-1/plan/try-1": say(
        "plan_tool_call",
        plan(edit("1", "2"), edit("2", "3"), edit("3", "4"), task("read_file", { path: "x.txt" })),
      ),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([4])),
    })
    await using played = await play({ ...scenario, files: { "x.txt": "1\n" } })
    expect(await readFile(join(played.folder, "x.txt"), "utf8")).toBe("4\n")
    const [last] = (await eventsOf(played.store, "task.ended")).filter(({ id }) => id === 4)
    expect(last).toMatchObject({ status: "done", digest: "4" })
  })

  it("leave an exclusive tool alone", async () => {
    const story: Story = []
    const act = gatedTool("act", story, giveWay)
    const alone = gatedTool("alone", story, giveWay, { exclusive: true })
    await using _played = await play(round([call("a"), call("X", {}, "alone"), call("b"), call("c")], [act, alone]))
    expect(story.indexOf("-a")).toBeLessThan(story.indexOf("+X"))
    expect(story.indexOf("+X") + 1).toBe(story.indexOf("-X"))
    expect(story.slice(-4)).toEqual(["+b", "+c", "-b", "-c"])
  })

  it("are at most as many at once as the limit says", async () => {
    const story: Story = []
    const act = gatedTool("act", story, giveWay)
    const tasks = [..."abcd"].map((name) => call(name))
    await using _played = await play(round(tasks, [act], { limits: { parallel_tasks: 2 } }))
    let running = 0
    const most = Math.max(...story.map((line) => (running += line.startsWith("+") ? 1 : -1)))
    expect(most).toBe(2)
  })

  it("are stopped by their own time limit, and the others go on", async () => {
    const story: Story = []
    const clock = new ManualClock()
    const late = (_name: string, { signal }: ToolContext) => {
      const aborted = untilAborted(signal)
      clock.advance(20)
      return aborted
    }
    const slow = gatedTool("slow", story, late, { timeoutMs: 20 })
    const act = gatedTool("act", story, giveWay)
    await using played = await play(
      round([call("a"), call("s", {}, "slow"), call("b", { depends_on: [2] })], [act, slow], { clock }),
    )
    const ended = await eventsOf(played.store, "task.ended")
    const first = ended.filter(({ task: key }) => key.startsWith("phase-1/round-1/"))
    expect(first.map(({ id, status, digest }) => [id, status, digest]).sort()).toEqual([
      [1, "done", "did a"],
      [2, "failed", "Stopped after 0.02 s, its time limit.\naborted by its signal"],
      [3, "skipped", "Not run: task 2, which it depends on, did not succeed."],
    ])
  })

  it("hear of a cancellation by their signal", async () => {
    const story: Story = []
    const begun = Promise.withResolvers<void>()
    const act = gatedTool("act", story, (_name, { signal }) => {
      begun.resolve()
      return untilAborted(signal)
    })
    const scenario = round([call("a")], [act])
    await using stage = await setStage(scenario)
    const agent = await stage.agent(new MemoryStore(), scenario.model())
    const run = await agent.start(REQUEST)
    await begun.promise
    await run.cancel("enough")
    expect(await run.result).toMatchObject({ outcome: "cancelled" })
    expect(story).toEqual(["+a", "-a"])
  })

  it("are shown to the judge in plan order, whatever order they ended in", async () => {
    const story: Story = []
    const ended = { b: Promise.withResolvers<void>(), c: Promise.withResolvers<void>() }
    const act = gatedTool("act", story, async (name) => {
      if (name === "a") await ended.b.promise
      if (name === "b") await ended.c.promise
      await giveWay()
      if (name === "b" || name === "c") ended[name].resolve()
    })
    const scenario = round([call("a"), call("b"), call("c")], [act])
    const model = heard(scenario.model())
    await using _played = await play({ ...scenario, model: () => model })
    expect(story.filter((line) => line.startsWith("-"))).toEqual(["-c", "-b", "-a"])
    const judged = model.requests.find(({ purpose }) => purpose.key.includes("judge"))
    const results = JSON.stringify(judged?.messages).match(/Task \d act/g)
    expect(results).toEqual(["Task 1 act", "Task 2 act", "Task 3 act"])
  })
})
