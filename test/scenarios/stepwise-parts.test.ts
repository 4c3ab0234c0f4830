import { describe, expect, it } from "vitest"
import type { DurableEvent } from "../../src/protocol/log/event.ts"
import type { KeyedModel } from "../../src/testing/keyed-model.ts"
import { type Played, play } from "./play.ts"
import { requestAt, requestsOf, toldAt } from "./requests.ts"
import * as scenarios from "./stepwise-parts-scenarios.ts"
import { inOrder } from "./stepwise-scenarios.ts"

type EventOf<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>

function eventsOf<Type extends DurableEvent["type"]>({ events }: Played, type: Type): EventOf<Type>[] {
  return events.flatMap(({ event }) => (event.type === type ? [event as EventOf<Type>] : []))
}

function endsOf(played: Played): Record<string, string> {
  const ends = eventsOf(played, "stage.ended").filter(({ stage }) => !stage.includes("turn"))
  return Object.fromEntries(ends.map(({ stage, status, summary }) => [stage, `${status}: ${summary}`]))
}

const asked = ({ model }: Played) => (model as KeyedModel).asked

describe("a step whose estimate is used up", () => {
  it("goes on where it brought something new and the others' share is untouched", async () => {
    await using played = await play(scenarios.extended)
    expect(eventsOf(played, "stage.extended")).toEqual([
      { type: "stage.extended", stage: "plan-1/step-1", why: "it brought something new", left: 47 },
    ])
    expect(endsOf(played)["plan-1/step-1"]).toBe("done: all rang")
    expect(played.result.outcome).toBe("done")
  })

  it("is asked in words first, and by force only where that fails", async () => {
    const requests = await requestsOf(scenarios.forcedWord)
    expect(toldAt(requests, "plan-1/step-1/turn-13/reply")).toContain("Call step_result now")
    const forced = requests.filter(({ choice }) => choice.kind === "named").map(({ purpose }) => purpose.key)
    expect(forced).toEqual(["plan-1/plan/try-1", "plan-1/step-1/stands-13/try-1", "closing-0/summarizer/try-1"])
    await using played = await play(scenarios.extended)
    expect(asked(played).filter((key) => key.includes("stands"))).toEqual([])
  })

  it("ends by force where it brought nothing new, and what needs it begins all the same, told so", async () => {
    await using played = await play(scenarios.nothingNew)
    expect(endsOf(played)).toMatchObject({
      "plan-1/step-1": "forced: ended after 13 replies: the last ones brought nothing new",
      "plan-1/step-2": "done: b rang",
    })
    expect(played.result).toMatchObject({ outcome: "done" })
    const requests = await requestsOf(scenarios.nothingNew)
    expect(toldAt(requests, "plan-1/step-2/turn-1/reply")).toContain("Step 1 is not done: ended after 13 replies")
    expect(toldAt(requests, "closing-1/turn-1/reply")).toContain('the step "do part 1" was stopped before it was done')
  })

  it("ends by force where it would take what belongs to the others", async () => {
    await using played = await play(scenarios.noRoom)
    expect(endsOf(played)["plan-1/step-1"]).toContain("forced: ended after 13 replies: what is left is for the parts")
    expect(eventsOf(played, "stage.extended")).toEqual([])
    expect(played.result.outcome).toBe("done")
  })

  it("goes on without a word that can't be had, and nobody asks for it again", async () => {
    await using played = await play(scenarios.noWord)
    expect(eventsOf(played, "control.missed")).toMatchObject([{ control: "step_result", stage: "plan-1/step-1" }])
    expect(asked(played).filter((key) => key.includes("step-2/stands"))).toEqual([])
    expect(endsOf(played)).toMatchObject({
      "plan-1/step-1": "done: all rang",
      "plan-1/step-2": "forced: ended after 13 replies: the last ones brought nothing new",
    })
  })
})

describe("step_result", () => {
  it("stands in the list from the first call on", async () => {
    const requests = await requestsOf(scenarios.forcedWord)
    expect(new Set(requests.map(({ tools }) => JSON.stringify(tools))).size).toBe(1)
    expect(requests[0]?.tools.map(({ name }) => name)).toContain("step_result")
  })

  it("is taken at any time; what makes no sense is answered", async () => {
    await using played = await play(scenarios.freeResult)
    expect(endsOf(played)).toEqual({
      "plan-1/step-1": "done: a rang",
      "plan-1/step-2": "incomplete: there is no second bell",
      "plan-2/step-3": "done: b",
    })
    expect(played.result.outcome).toBe("done")
    expect(played.result.facts).not.toContain("ended undone")
  })

  it("is asked for where a model only talks", async () => {
    await using played = await play(scenarios.talks)
    expect(endsOf(played)["plan-1/step-1"]).toBe("done: a rang")
  })
})

describe("a plan that is too long", () => {
  it("has its rest planned when the others are done, at most twice; what is left then is told", async () => {
    await using played = await play(scenarios.rest)
    expect(played.rung).toEqual(["a", "b", "c", "d", "e", "f"])
    expect(eventsOf(played, "plan.replaced").map(({ reason }) => reason)).toEqual([
      "the plan was cut; still to be planned: do part 3",
      "the plan was cut; still to be planned: do part 5",
    ])
    const requests = await requestsOf(scenarios.rest)
    expect(toldAt(requests, "plan-2/plan/try-1")).toContain("Left out of the plan because it was too long: do part 3")
    expect(toldAt(requests, "closing-1/turn-1/reply")).toContain('a) the step "do part 7" was left out of the plan')
  })
})

describe("steps in sequence", () => {
  it("share one conversation: each request begins with the whole of the one before", async () => {
    const requests = await requestsOf(inOrder)
    const broken = requests.slice(1).filter((request, index) => {
      const before = requests[index]?.messages ?? []
      return JSON.stringify(request.messages.slice(0, before.length)) !== JSON.stringify(before)
    })
    expect(broken.map(({ purpose }) => purpose.key)).toEqual([])
  })

  it("begin afresh where it is half full, with a hand-over", async () => {
    await using played = await play(scenarios.halfFull)
    expect(eventsOf(played, "handover.made")).toMatchObject([
      { stage: "plan-1/step-2", from: ["plan-1/step-1"], results: ["p1s1t1t1"], files: ["a.txt"] },
    ])
    const requests = await requestsOf(scenarios.halfFull)
    const told = requestAt(requests, "plan-1/step-2/turn-1/reply").messages
    expect(told.length).toBe(requestAt(requests, "plan-1/step-1/turn-1/reply").messages.length)
    expect(told.at(-1)?.text).toMatch(/^Done in step 1: it says alpha\n[\s\S]*- p1s1t1t1: read_file, Read a.txt/)
    expect(told.at(-1)?.text).toMatch(/unchanged since:\n"?a\.txt"?\n.*alpha/s)
  })

  it("are not handed a file that was changed after it was read", async () => {
    await using played = await play(scenarios.changedSince)
    expect(eventsOf(played, "handover.made")).toMatchObject([{ stage: "plan-1/step-2", files: ["b.txt"] }])
  })
})

describe("the end", () => {
  it("is the gate's: what failed in the middle is mended there, in one more step", async () => {
    await using played = await play(scenarios.allTheSame)
    expect(endsOf(played)).toMatchObject({
      "plan-1/step-2": "done: b rang",
      "closing-1": "done: do part 1 (ended incomplete)",
    })
    expect(played.result).toMatchObject({ outcome: "done", summary_layer: "summarizer" })
    expect(played.result.message).toContain("Everything is in order.")
  })

  it("stays blocked where a step is, after the gate has tried", async () => {
    await using played = await play(scenarios.stuck)
    expect(played.result.outcome).toBe("blocked")
    expect(eventsOf(played, "deadlock.found")).toMatchObject([{ change: "clear what blocks step 2" }])
  })

  it("is decided by checks that only informed before", async () => {
    await using played = await play(scenarios.informed)
    expect(endsOf(played)["plan-1/step-1"]).toBe("done: written (checks that fail by now: test)")
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
    await using red = await play(scenarios.neverGreen)
    expect(red.result).toMatchObject({ outcome: "failed", reason: "checks fail: test" })
  })

  it("comes after as many closings as bring something new, and not for what nobody asked for", async () => {
    await using thrice = await play(scenarios.threeClosings)
    expect(eventsOf(thrice, "gate.ruled").map(({ next }) => next)).toEqual(["mend", "mend", "mend", "done"])
    await using atOnce = await play(scenarios.perfectionist)
    expect(eventsOf(atOnce, "gate.ruled")).toMatchObject([
      { next: "done", suggestions: ["a benchmark suite with dashboards"] },
    ])
  })
})

describe("taken up again", () => {
  it.each([1, 2, 3])("in closing %i, at a limit, a run goes on there", async (closing) => {
    const { threeClosings } = scenarios
    const options = { ...threeClosings.options, limits: { max_model_calls: 3 + 3 * closing } }
    await using played = await play({ ...threeClosings, options })
    expect(played.result).toMatchObject({ outcome: "incomplete" })
    const before = asked(played).length
    const resumed = await played.agent.resume(played.result.run_id, { limits: { max_model_calls: 60 } })
    expect(await resumed.result).toMatchObject({ outcome: "done" })
    expect(asked(played)[before]).toBe(`closing-${closing}/turn-2/reply`)
  })

  it("after a blocked end, steps stay as they ended, and the gate looks again", async () => {
    await using played = await play(scenarios.stuck)
    const before = asked(played).length
    const resumed = await played.agent.resume(played.result.run_id)
    await resumed.result
    expect(
      asked(played)
        .slice(before)
        .every((key) => key.startsWith("closing-") || key.startsWith("end-")),
    ).toBe(true)
  })
})
