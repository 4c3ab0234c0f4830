import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { LoggedEvent } from "../../src/protocol/event.ts"
import type { KeyedModel } from "../../src/testing/keyed-model.ts"
import { play, REQUEST, setStage } from "./play.ts"
import * as scenarios from "./todo-scenarios.ts"

/** The list after each change, as `1>2-3`-like marks: pending, started, done, off. */
function lists(events: readonly LoggedEvent[]): string[] {
  const box = { pending: " ", in_progress: ">", completed: "x", cancelled: "-" }
  return events.flatMap(({ event }) =>
    event.type === "todo.changed" ? [event.todos.map(({ status }) => box[status]).join("")] : [],
  )
}

describe("todo", () => {
  it("goes through the calls that a data analysis with three todos takes, in their order", async () => {
    await using played = await play(scenarios.dataAnalysis)
    expect(played.result).toMatchObject({ outcome: "done", summary_layer: "closing", usage: { calls: 12 } })
    expect(played.rung).toEqual(["read_dataset", "run_code 1", "run_code 2", "run_code 3"])
    expect(lists(played.events)).toEqual(["   ", ">  ", "x  ", "x> ", "xx ", "xx>", "xxx"])
    expect(played.result.message).toContain("# 销售分析")
    expect(played.result.message).not.toContain("[ANALYSIS_COMPLETE]")
  })

  it.each([
    [scenarios.markedOpen, 5, ["a", "b"]],
    [scenarios.markedBeside, 1, ["a"]],
  ])("ends the walk at the marker, which is shown nowhere: $name", async (scenario, calls, rung) => {
    const stage = await setStage(scenario)
    await using _stage = stage
    const agent = await stage.agent(new MemoryStore(), scenario.model())
    const run = await agent.start(scenario.request ?? REQUEST)
    const heard: unknown[] = []
    run.onEvent((event) => heard.push(event))
    run.onLive((event) => heard.push(event))
    const result = await run.result
    expect(result).toMatchObject({ outcome: "done", usage: { calls } })
    expect(stage.rung).toEqual(rung)
    expect(JSON.stringify([heard, result])).toContain("model.delta")
    expect(JSON.stringify([heard, result])).not.toContain("ANALYSIS_COMPLETE")
  })

  it("takes starting, working and ticking off in one reply", async () => {
    await using played = await play(scenarios.together)
    expect(lists(played.events)).toEqual(["   ", ">  ", "x  ", "x> ", "xx ", "xx-"])
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 3 } })
  })

  it("holds the end back once while todos are open", async () => {
    await using played = await play(scenarios.heldBack)
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 5 } })
    expect(played.result.message).toContain("One of three is done")
  })

  it("ends incomplete when the model closes over open todos, and says which", async () => {
    await using played = await play(scenarios.leftOpen)
    expect(played.result).toMatchObject({ outcome: "incomplete", success: false })
    expect(played.result.reason).toBe("探索数据结构; 分析销售趋势; 生成可视化图表")
    expect(played.result.missing).toEqual(["探索数据结构", "分析销售趋势", "生成可视化图表"])
  })

  it("reminds of a list that is forgotten, once, and never fills it in", async () => {
    const told: string[] = []
    const base = scenarios.forgets.model()
    const model = {
      ...base,
      stream: (...[request, signal]: Parameters<typeof base.stream>) => {
        told.push(JSON.stringify(request.messages.at(-1)))
        return base.stream(request, signal)
      },
    }
    await using played = await play({ ...scenarios.forgets, model: () => model })
    expect(told.filter((text) => text.includes("The list has not changed for 3 turns"))).toHaveLength(1)
    expect(played.events.filter(({ event }) => event.type === "todo.changed" && event.by === "engine")).toEqual([])
    expect(played.result.outcome).toBe("done")
  })

  it("answers a trivial question in one call", async () => {
    await using played = await play(scenarios.trivial)
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 1 } })
  })

  it("refuses writes that make no sense and changes nothing by them", async () => {
    await using played = await play(scenarios.badWrites)
    expect(lists(played.events)).toEqual([])
  })

  it("lets a failing check outrank the model's word", async () => {
    await using played = await play(scenarios.falseVictory)
    expect(played.result).toMatchObject({ outcome: "done", verified: true, usage: { calls: 4 } })
    expect(played.events.flatMap(({ event }) => (event.type === "state.changed" ? [event.state] : []))).toContain(
      "RECOVERING",
    )
  })
})

describe("tasks", () => {
  it("hands out one item after another and reports", async () => {
    await using played = await play(scenarios.walked)
    expect(played.rung).toEqual(["a", "b", "c"])
    expect(lists(played.events)).toEqual(["   ", ">  ", "x  ", "x> ", "xx ", "xx>", "xxx"])
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 7 } })
    expect(played.result.message).toContain("三项均已处理。")
  })

  it("tries an item once more, then fails it and goes on with the next", async () => {
    await using played = await play(scenarios.secondTry)
    expect(played.rung).toEqual(["a", "again", "c"])
    expect(played.result).toMatchObject({ outcome: "failed" })
    expect(played.result.reason).toBe("分析销售趋势: not completed in 2 tries")
    expect(lists(played.events).at(-1)).toBe("x-x")
  })

  it("runs no more calls than an item may make, and lets it be ticked off then", async () => {
    await using played = await play(scenarios.usedUp)
    expect(played.rung).toEqual(["a", "b", "d", "e"])
    expect(played.result.outcome).toBe("done")
  })

  it("lets nothing be ticked off that was not handed out, nor the end be declared early", async () => {
    await using played = await play(scenarios.jumpsAhead)
    expect(lists(played.events)).toEqual(["   ", ">  ", "x  ", "x> ", "xx ", "xx>", "xxx"])
    expect(played.result.outcome).toBe("done")
  })

  it("takes no tick for work that failed in the same reply, or had not run", async () => {
    await using played = await play(scenarios.ticksEarly)
    expect(lists(played.events)).toEqual(["   ", ">  ", "x  ", "x> ", "xx ", "xx>", "xxx"])
    expect(played.rung).toEqual(["a", "b", "c"])
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 7 } })
  })

  it("keeps its list, whatever the model replaces it by", async () => {
    await using played = await play(scenarios.replaces)
    expect(lists(played.events)).toEqual(["   ", ">  ", "x  ", "x> ", "xx ", "xx>", "xxx"])
    expect(played.result.outcome).toBe("done")
  })

  it("asks again for a list that is not of three to five", async () => {
    await using played = await play(scenarios.shortList)
    expect((played.model as KeyedModel).asked.slice(0, 2)).toEqual(["plan/try-1", "plan/try-2"])
    expect(played.result.outcome).toBe("done")
  })

  it("makes an item of a check that fails", async () => {
    await using played = await play(scenarios.mended)
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
    expect(lists(played.events).at(-1)).toBe("xxxx")
  })

  it("gives an item up after silence, and tries it once more", async () => {
    await using played = await play(scenarios.quiet)
    expect(played.result.outcome).toBe("done")
  })
})
