import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { LoggedEvent } from "../../src/protocol/log/event.ts"
import type { KeyedModel } from "../../src/testing/keyed-model.ts"
import { EMPTY_RUN, foldRun } from "../../src/view/run-view.ts"
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
    [scenarios.markedOpen, 4, ["a", "b"]],
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
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 4 } })
  })

  it("reports open todos once, at the end", async () => {
    await using played = await play(scenarios.heldBack)
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 5 } })
    expect(played.result.message).toContain("One of three is done")
  })

  it("says of an answer that left items open that it did not end the run, and takes the task that shows one done", async () => {
    const told: string[] = []
    const base = scenarios.forgetsTick.model()
    const model = {
      ...base,
      stream: (...[request, signal]: Parameters<typeof base.stream>) => {
        told.push(request.messages.map(({ text }) => text).join("\n"))
        return base.stream(request, signal)
      },
    }
    await using played = await play({ ...scenarios.forgetsTick, model: () => model })
    expect(told[0]).toContain("that completes the item in progress, but no other")
    expect(told.at(-1)).toContain("Not ended yet: Keelson checks the result first. What it found follows.")
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 3 } })
    const view = played.events.reduce(foldRun, EMPTY_RUN)
    expect(view.todos.map(({ status }) => status)).toEqual(["completed", "completed", "completed"])
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
    expect(told.filter((text) => text.includes("The to-do list has not changed for 3 turns"))).toHaveLength(1)
    expect(played.events.filter(({ event }) => event.type === "todo.changed" && event.by === "engine")).toEqual([])
    expect(played.result.outcome).toBe("done")
  })

  it("answers a trivial question without a list, once it was told how to end", async () => {
    await using played = await play(scenarios.trivial)
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 2 } })
    expect(played.result.message).not.toContain("ANALYSIS_COMPLETE")
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

/** How each item ended, as everyone sees it. */
function itemEnds(events: readonly LoggedEvent[]): string[] {
  return events.flatMap(({ event }) =>
    event.type === "stage.ended" && /^item-[^/]+$/.test(event.stage) ? [`${event.status} ${event.summary}`.trim()] : [],
  )
}

describe("tasks", () => {
  it("hands out one item after another and reports", async () => {
    await using played = await play(scenarios.walked)
    expect(played.rung).toEqual(["a", "b", "c"])
    expect(lists(played.events)).toEqual(["   ", ">  ", "x  ", "x> ", "xx ", "xx>", "xxx"])
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 7 } })
    expect(played.result.message).toContain("三项均已处理。")
  })

  it("takes the last word along with the last tick", async () => {
    await using played = await play(scenarios.closesAlong)
    expect(played.result).toMatchObject({ outcome: "done", summary_layer: "closing", usage: { calls: 4 } })
    expect(played.result.message).toContain("三项均已完成。")
  })

  it("takes several ticks at once, beside calls, with the next item started and the answer along", async () => {
    await using played = await play(scenarios.ticksAlong)
    expect(lists(played.events)).toEqual(["   ", ">  ", "x> ", "xx ", "xxx"])
    expect(itemEnds(played.events)).toEqual(["done", "done"])
    expect(played.result).toMatchObject({ outcome: "done", summary_layer: "closing", usage: { calls: 4 } })
  })

  it("takes what it can of a write, and says why it does not take the rest", async () => {
    const told: string[] = []
    const base = scenarios.takesTheRest.model()
    const model = {
      ...base,
      stream: (...[request, signal]: Parameters<typeof base.stream>) => {
        told.push(request.messages.map(({ text }) => text).join("\n"))
        return base.stream(request, signal)
      },
    }
    await using played = await play({ ...scenarios.takesTheRest, model: () => model })
    expect(lists(played.events)).toEqual(["   ", ">  ", "x >", "xxx"])
    const whole = told.at(-1) ?? ""
    expect(whole).toContain(
      "Changed, but not all of it: 9 is not on the list, which stays as it was planned; 2 can only be marked completed, not cancelled; if it can't be done, say why.",
    )
    expect(whole).toContain("Not changed: 1 is completed and stays so; 2 can't be started before 3 is completed.")
  })

  it("takes no tick of another item before anything was done", async () => {
    await using played = await play(scenarios.ticksUnworked)
    expect(lists(played.events)).toEqual(["   ", ">  ", "x  ", "x> ", "xx ", "xx>", "xxx"])
  })

  it.each([scenarios.jumpsAhead, scenarios.replaces, scenarios.ticksEarly])(
    "keeps its list, whatever the model writes: $name",
    async (scenario) => {
      await using played = await play(scenario)
      expect(lists(played.events)).toEqual(["   ", ">  ", "x  ", "x> ", "xx ", "xx>", "xxx"])
      expect(played.result.outcome).toBe("done")
    },
  )

  it("takes a list of another length, and `steps` for `todos`; one of more than twelve is asked for again", async () => {
    await using one = await play(scenarios.otherLengths)
    expect(one.result).toMatchObject({ outcome: "done", usage: { calls: 3 } })
    await using long = await play(scenarios.longList)
    expect((long.model as KeyedModel).asked.slice(0, 2)).toEqual(["plan/try-1", "plan/try-2"])
    expect(long.result.outcome).toBe("done")
  })

  it("leaves an item open of which nothing is said, goes on with the next, and asks about it at the end", async () => {
    await using played = await play(scenarios.quiet)
    expect(itemEnds(played.events)).toEqual(["forced 连续 3 次回复都没有说明进展", "done", "done"])
    expect(lists(played.events)).toEqual(["   ", ">  ", "   ", " > ", " x ", " x>", " xx", "xxx"])
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 8 } })
  })

  it("makes a model that only talks say how the item stands, and no other", async () => {
    await using played = await play(scenarios.talksOnly)
    expect(itemEnds(played.events)).toEqual(["done", "done", "done"])
    expect(played.result.outcome).toBe("done")
  })

  it("lets an item go on while it brings something new, asked in words first", async () => {
    await using played = await play(scenarios.longItem)
    expect(played.events.filter(({ event }) => event.type === "stage.extended")).toHaveLength(1)
    expect((played.model as KeyedModel).asked.some((key) => key.includes("stands"))).toBe(false)
    expect(itemEnds(played.events)).toEqual(["done", "done", "done"])
    await using asked = await play(scenarios.askedItem)
    expect(itemEnds(asked.events)).toEqual(["done", "done", "done"])
  })

  it("leaves an item open that would take the others' share", async () => {
    await using played = await play(scenarios.noRoom)
    expect(itemEnds(played.events)[0]).toMatch(/^forced ended after 13 replies: what is left is for the parts after it/)
    expect(lists(played.events).at(-1)).toBe(" xx")
    expect(played.result.outcome).toBe("done")
  })

  it("has the checks decide at the end: mended, or failed", async () => {
    await using played = await play(scenarios.mended)
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
    expect(lists(played.events).at(-1)).toBe("xxx")
    await using never = await play(scenarios.neverMended)
    expect(never.result).toMatchObject({ outcome: "failed", reason: "checks fail: test" })
  })

  it("is taken up again in its closing, where it was stopped", async () => {
    const { mended } = scenarios
    await using played = await play({ ...mended, options: { ...mended.options, limits: { max_model_calls: 5 } } })
    expect(played.result).toMatchObject({ outcome: "incomplete", limit: "max_model_calls" })
    const { asked } = played.model as KeyedModel
    const before = asked.length
    const resumed = await played.agent.resume(played.result.run_id, { limits: { max_model_calls: 60 } })
    expect(await resumed.result).toMatchObject({ outcome: "done", verified: true })
    expect(asked.slice(before)).toEqual(["closing-1/turn-1/reply", "closing-1/turn-2/reply"])
  })
})

describe("tasks by the seed's own rules", () => {
  it("tries an item once more, then fails it and goes on with the next", async () => {
    await using played = await play(scenarios.literalSecondTry)
    expect(played.rung).toEqual(["a", "again", "c"])
    expect(played.result).toMatchObject({ outcome: "failed" })
    expect(played.result.reason).toBe("分析销售趋势: not completed in 2 tries")
    expect(lists(played.events).at(-1)).toBe("x-x")
  })

  it("runs no more calls than an item may make, and lets it be ticked off then", async () => {
    await using played = await play(scenarios.literalUsedUp)
    expect(played.rung).toEqual(["a", "b", "d", "e"])
    expect(played.result.outcome).toBe("done")
  })

  it("asks again for a list that is not of three to five", async () => {
    await using played = await play(scenarios.literalShortList)
    expect((played.model as KeyedModel).asked.slice(0, 2)).toEqual(["plan/try-1", "plan/try-2"])
    expect(played.result.outcome).toBe("done")
  })

  it("makes an item of a check that fails", async () => {
    await using played = await play(scenarios.literalMended)
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
    expect(lists(played.events).at(-1)).toBe("xxxx")
  })

  it("gives an item up after silence, and tries it once more", async () => {
    await using played = await play(scenarios.literalQuiet)
    expect(played.result.outcome).toBe("done")
  })
})
