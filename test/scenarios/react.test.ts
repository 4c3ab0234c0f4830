import { describe, expect, it } from "vitest"
import type { KeyedModel } from "../../src/testing/keyed-model.ts"
import { play } from "./play.ts"
import * as scenarios from "./react-scenarios.ts"

describe("react", () => {
  it("ends with task_done, whose summary is the answer", async () => {
    await using played = await play(scenarios.toolsThenDone)
    expect(played.result).toMatchObject({
      outcome: "done",
      summary_layer: "closing",
      total_tasks: 2,
      usage: { calls: 2 },
    })
    expect(played.result.message).toContain("The bell rang and the note is written.")
    expect(played.result.limits.used.iterations).toBe(2)
  })

  it("takes a reply without calls for the answer", async () => {
    await using played = await play(scenarios.textEnds)
    expect(played.result.message).toContain("The bell rang once.")
  })

  it("takes no first word for the answer while no tool has run, and says once how to go on", async () => {
    await using played = await play(scenarios.announces)
    expect(played.rung).toEqual(["a"])
    expect(played.result.message).toContain("The bell rang once.")
    expect(played.result.message).not.toContain("going to")
  })

  it("takes what is said then for the answer", async () => {
    await using played = await play(scenarios.answersInWords)
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 2 } })
    expect(played.result.message).toContain("It is four, as I said.")
  })

  it("answers unknown tools, broken and wrong arguments and cut-off replies without running anything", async () => {
    await using played = await play(scenarios.badCalls)
    expect(played.rung).toEqual([])
    expect(played.result).toMatchObject({ outcome: "done", total_tasks: 0 })
  })

  it("spends one more call on the answer at the limit, with the same tool list", async () => {
    await using played = await play(scenarios.endless)
    expect(played.result).toMatchObject({ outcome: "incomplete", summary_layer: "summarizer", usage: { calls: 6 } })
    expect(played.result.limits.used.iterations).toBe(5)
    expect(played.result.message).toContain("Five bells, no end.")
  })

  it("does not take silence for success", async () => {
    await using played = await play(scenarios.silent)
    expect(played.result).toMatchObject({ outcome: "failed", success: false, summary_layer: "composed" })
    expect(played.result.reason).toBe("the model gave 3 empty replies in a row")
    // It gets one chance to write, and no form to fill in.
    const asked = (played.model as KeyedModel).asked
    expect(asked).toEqual(["turn-1/reply", "turn-2/reply", "turn-3/reply", "end-1/plain"])
  })

  it("takes a call for the end for one, however its words are cut", async () => {
    await using asked = await play(scenarios.cutAtTheEnd)
    expect(asked.result).toMatchObject({ outcome: "done", summary: "It rang." })
    await using plainly = await play(scenarios.cutToTheEnd)
    expect(plainly.result).toMatchObject({
      outcome: "done",
      summary: "It rang, in plain words.",
      summary_layer: "plain",
    })
  })

  it("reports what was done when the model dies", async () => {
    await using played = await play(scenarios.dies)
    expect(played.result).toMatchObject({ outcome: "failed", reason: "The key was refused.", total_tasks: 1 })
    expect((played.model as KeyedModel).asked).toEqual(["turn-1/reply", "turn-2/reply"])
  })

  it("asks before it executes, and remembers what was allowed for good", async () => {
    await using played = await play(scenarios.approved)
    expect(played.rung).toEqual(["a"])
    expect(played.result.outcome).toBe("done")
  })
})
