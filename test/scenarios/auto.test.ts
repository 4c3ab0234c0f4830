import { describe, expect, it } from "vitest"
import type { LoggedEvent } from "../../src/protocol/log/event.ts"
import type { KeyedModel } from "../../src/testing/keyed-model.ts"
import * as scenarios from "./auto-scenarios.ts"
import { play } from "./play.ts"

function chosen(events: readonly LoggedEvent[]) {
  return events.flatMap(({ event }) => (event.type === "strategy.chosen" ? [[event.strategy, event.reason]] : []))
}

describe("auto", () => {
  it("answers a trivial question in one call", async () => {
    await using played = await play(scenarios.direct)
    expect(played.result).toMatchObject({ outcome: "done", verified: false, total_tasks: 0, usage: { calls: 1 } })
    expect(played.result.message).toContain("It is **four**.")
    expect(chosen(played.events)).toEqual([["none", "the request needed no tool and was answered at once"]])
  })

  it("takes rounds for a simple request: two calls where the plan comes along", async () => {
    await using played = await play(scenarios.simple)
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 2 } })
    expect(played.rung).toEqual(["a"])
    expect(chosen(played.events)).toEqual([["rounds", "the request is simple"]])
  })

  it("asks for the plan where it did not come along", async () => {
    await using played = await play(scenarios.simpleWithoutPlan)
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 3 } })
  })

  it("takes phased for more, without a second analysis", async () => {
    await using played = await play(scenarios.medium)
    expect(played.result).toMatchObject({ outcome: "done", phases_completed: 1, usage: { calls: 3 } })
    expect(chosen(played.events)).toEqual([["phased", "the request is medium"]])
  })

  it("takes phases and their first plan with the analysis", async () => {
    await using played = await play(scenarios.mediumAtOnce)
    expect(played.result).toMatchObject({ outcome: "done", phases_completed: 2, usage: { calls: 3 } })
    expect(played.rung).toEqual(["a", "b"])
  })

  it("takes a text where the analysis was asked for as a first reply, and says how to go on", async () => {
    await using played = await play(scenarios.wordsInstead)
    expect(played.result).toMatchObject({ outcome: "done" })
    expect(played.result.message).toContain("It is four; no tool is needed for that.")
    expect((played.model as KeyedModel).asked.filter((key) => key.startsWith("over/"))).toEqual(["over/turn-1/reply"])
  })

  it("asks the user first where an answer would change the plan", async () => {
    await using played = await play(scenarios.asksFirst)
    expect(played.rung).toEqual(["b"])
    expect(played.result.outcome).toBe("done")
  })
})
