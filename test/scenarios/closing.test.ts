import { describe, expect, it } from "vitest"
import type { DurableEvent, LoggedEvent } from "../../src/protocol/log/event.ts"
import { heard } from "../guards/front-door.ts"
import { someOf } from "../sample.ts"
import * as scenarios from "./closing-scenarios.ts"
import { VOICES } from "./closing-voices.ts"
import { play, type Scenario } from "./play.ts"

type EventOf<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>

function of<Type extends DurableEvent["type"]>(events: readonly LoggedEvent[], type: Type): EventOf<Type>[] {
  return events.flatMap(({ event }) => (event.type === type ? [event as EventOf<Type>] : []))
}

/** What the gate ruled each time that it looked. */
async function closed(scenario: Scenario | undefined) {
  if (!scenario) throw new Error("There is no such scenario.")
  const played = await play(scenario)
  const rulings = of(played.events, "gate.ruled")
  return Object.assign(played, { rulings, next: rulings.map(({ next }) => next) })
}

describe.each(someOf("gates", 4, VOICES))("the gate of $strategy.name", ({ strategy: { name }, calls }) => {
  it("costs no call where nothing is missing", async () => {
    await using played = await closed(scenarios.nothingMissing[name])
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls } })
    expect(played.next).toEqual(["done"])
  })

  it("has what is missing mended, and is done then", async () => {
    await using played = await closed(scenarios.mended[name])
    expect(played.rulings[0]).toMatchObject({ next: "mend", missing: ["b.txt is not written"] })
    expect(played.next).toEqual(["mend", "done"])
    expect(played.result.outcome).toBe("done")
    expect(played.result.files.map(({ path }) => path)).toEqual(["a.txt", "b.txt"])
  })

  it("ends incomplete, with the list, once a closing changed nothing", async () => {
    await using played = await closed(scenarios.neverMended[name])
    expect(played.next).toEqual(["mend", "end"])
    expect(played.result).toMatchObject({ outcome: "incomplete", reason: "b.txt is not written" })
    expect(played.result.missing).toEqual(["b.txt is not written"])
  })

  it("reports once more what a change left as it was, and then no more", async () => {
    await using played = await closed(scenarios.leftAsItWas[name])
    expect(played.next).toEqual(["mend", "mend", "end"])
    expect(played.result.outcome).toBe("incomplete")
  })

  it("only shows an item that nobody asked for", async () => {
    await using played = await closed(scenarios.perfectionist[name])
    expect(played.next).toEqual(["done"])
    expect(played.rulings[0]).toMatchObject({ missing: [], suggestions: ["a nicer colour would be good"] })
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls } })
    expect(played.result.message).toContain("a nicer colour would be good")
  })

  it("names what was refused, and does not have it planned again", async () => {
    await using played = await closed(scenarios.refused[name])
    expect(played.next).toEqual(["mend", "end"])
    expect(played.rung).toEqual([])
    expect(of(played.events, "approval.asked")).toHaveLength(1)
    expect(played.result).toMatchObject({ outcome: "incomplete", reason: "ring the bell (refused)" })
    expect(played.rulings.at(-1)).toMatchObject({ missing: [], refused: ["ring the bell"] })
  })

  it("answers a call that was refused by that refusal, without another question", async () => {
    await using played = await closed(scenarios.refusedBefore[name])
    expect(of(played.events, "approval.asked")).toHaveLength(1)
    const rings = of(played.events, "task.ended").filter(({ tool }) => tool === "ring")
    expect(rings.map(({ status }) => status)).toEqual(["refused", "refused"])
    expect(rings[1]?.digest).toBe(rings[0]?.digest)
    expect(played.rulings.at(-1)).toMatchObject({ next: "end", refused: ["ring the bell"] })
  })

  it("asks where nothing was changed, and has the change made", async () => {
    await using played = await closed(scenarios.changedWhenAsked[name])
    expect(played.rulings.map(({ changes }) => changes)).toEqual(["none", "made"])
    expect(played.next).toEqual(["mend", "done"])
    expect(played.result.outcome).toBe("done")
  })

  it("takes a reason for changing nothing, and says it first", async () => {
    await using played = await closed(scenarios.nothingToChange[name])
    expect(played.next).toEqual(["mend", "done"])
    expect(played.result).toMatchObject({ outcome: "done", verified: false, usage: { calls: calls + 1 } })
    expect(played.result.message).toMatch(/\*\*Outcome:\*\* done.*both are there/)
  })

  it("is incomplete where nothing was changed and nobody says why", async () => {
    await using played = await closed(scenarios.nothingChanged[name])
    expect(played.next).toEqual(["mend", "end"])
    expect(played.result).toMatchObject({ outcome: "incomplete", reason: "nothing was changed" })
  })

  it("asks for no change where only words are wanted", async () => {
    await using played = await closed(scenarios.onlyWords[name])
    expect(played.rulings).toMatchObject([{ changes: "none_wanted", next: "done" }])
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls } })
  })

  it("does not count a check that was red before and is none of its business, and says so", async () => {
    await using played = await closed(scenarios.redBefore[name])
    expect(played.next).toEqual(["done"])
    expect(played.result).toMatchObject({ outcome: "done", verified: false, usage: { calls } })
    expect(played.result.message).toContain("red as before: test")
  })

  it("has a red check mended that the request names", async () => {
    await using played = await closed(scenarios.redMended[name])
    expect(played.rulings.map(({ checks }) => checks)).toEqual([["test"], []])
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
  })

  it("takes a reason where nobody can tell whose failure it is, and says it first", async () => {
    await using played = await closed(scenarios.redForAReason[name])
    expect(played.next).toEqual(["mend", "done"])
    expect(played.result).toMatchObject({ outcome: "done", verified: false, usage: { calls: calls + 1 } })
    expect(played.result.message).toMatch(/\*\*Outcome:\*\* done.*; test left as it is: it was red before/)
  })

  it("fails where that stays red and nothing is said of it", async () => {
    await using played = await closed(scenarios.redToTheEnd[name])
    expect(played.next).toEqual(["mend", "end"])
    expect(played.result).toMatchObject({ outcome: "failed", reason: "checks fail: test", verified: false })
    expect(played.result).toMatchObject({ summary: "This is how it stands.", usage: { calls: calls + 1 } })
  })

  it("takes a reason for a red check that quotes the request, and says it first", async () => {
    await using played = await closed(scenarios.redAsAsked[name])
    expect(played.next).toEqual(["mend", "done"])
    expect(played.result).toMatchObject({ outcome: "done", verified: false })
    expect(played.result.message).toMatch(/\*\*Outcome:\*\* done.*write a test that fails/)
  })

  it("reports a finding again as long as changes make it smaller", async () => {
    await using played = await closed(scenarios.smallerEachTime[name])
    expect(played.next).toEqual(["mend", "mend", "mend", "done"])
    expect(played.rulings.map(({ findings }) => findings[0]?.failures.length)).toEqual([3, 2, 1, undefined])
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
  })

  it("closes eight times at most", async () => {
    await using played = await closed(scenarios.eightClosings[name])
    expect(played.next).toEqual([...Array.from({ length: 8 }, () => "mend"), "end"])
    expect(played.result.outcome).toBe("failed")
  })

  it("neither counts what is flaky nor calls it green", async () => {
    await using played = await closed(scenarios.flaky[name])
    expect(played.next).toEqual(["done"])
    expect(played.result).toMatchObject({ outcome: "done", verified: false })
    expect(played.result.message).toContain("t/a.py test_race")
  })
})

it("is done without a word that can't be had, where nothing is known to be open", async () => {
  const [phases, rounds] = scenarios.withoutWord
  await using played = await closed(phases)
  expect(played.next).toEqual(["done"])
  expect(played.result).toMatchObject({ outcome: "done", verified: false })
  // Its last thought said that there is more to do.
  await using unfinished = await closed(rounds)
  expect(unfinished.result.outcome).toBe("incomplete")
})

it("never takes blank words for the answer", async () => {
  await using played = await closed(scenarios.blankWords)
  expect(played.result).toMatchObject({ outcome: "done", summary: "Both files are written.", summary_layer: "plain" })
})

describe("an item", () => {
  it("that was taken off its list while it was open is asked about, and stays open where nothing shows it", async () => {
    await using played = await closed(scenarios.lostItem)
    expect(played.rulings[0]?.findings).toMatchObject([{ label: "a", about: "item:write b", kind: "open" }])
    expect(played.result).toMatchObject({ outcome: "incomplete" })
    expect(played.result.reason).toContain("write b (taken off the list while it was open)")
  })

  it("is closed by a task that shows it, and the user sees what that did", async () => {
    await using played = await closed(scenarios.lostItemShown)
    expect(played.next).toEqual(["mend", "done"])
    expect(played.result.outcome).toBe("done")
    expect(played.result.facts).toContain("write b: write_file")
  })

  it("that was born completed before anything was done is asked about", async () => {
    await using played = await closed(scenarios.bornDone)
    expect(played.rulings[0]?.findings.map(({ about }) => about)).toEqual(["item:write a", "item:write b"])
    expect(played.result.outcome).toBe("incomplete")
  })
})

describe("a part", () => {
  it("that ends by force holds nobody up, and is closed by a task that shows it", async () => {
    await using played = await closed(scenarios.forcedPart)
    expect(played.next).toEqual(["mend", "done"])
    expect(played.result.outcome).toBe("done")
    expect(played.result.message).toContain("This is how it stands.")
  })

  it("is one point of what is asked about, however many lines were said of it", async () => {
    const model = heard(scenarios.silentOnPart.model())
    await using _ = await play({ ...scenarios.silentOnPart, model: () => model })
    const asked = model.requests.find(({ purpose }) => purpose.key === "closing-1/answer/try-1")
    const points = asked?.messages.at(-1)?.text.match(/^[a-z]\) .*/gm) ?? []
    expect(points).toHaveLength(1)
    expect(points[0]).toMatch(/Phase 1.*One file is there\. The other is not\./)
  })

  it.each([scenarios.silentOnPart, scenarios.onlyReason])("stays open: $name", async (scenario) => {
    await using played = await closed(scenario)
    expect(played.next).toEqual(["mend", "end"])
    expect(played.result.outcome).toBe("incomplete")
  })

  it("is made good by the work of a closing", async () => {
    await using played = await closed(scenarios.madeGood)
    expect(played.rulings.at(-1)).toMatchObject({ next: "done", settled: [{ about: "phase:1", by: "closing" }] })
    expect(played.result.outcome).toBe("done")
  })

  it.each([
    { scenario: scenarios.extendedPhase, estimate: 3 },
    { scenario: scenarios.extendedRounds, estimate: 2 },
  ])("goes on by a round: $scenario.name", async ({ scenario, estimate }) => {
    await using played = await closed(scenario)
    expect(of(played.events, "stage.extended")).not.toEqual([])
    expect(played.next).toEqual(["done"])
    expect(played.result).toMatchObject({ outcome: "done", total_rounds: estimate + 1 })
  })

  it.each([
    { scenario: scenarios.unextendedPhase, estimate: 3 },
    { scenario: scenarios.unextendedRounds, estimate: 2 },
  ])("ends: $scenario.name", async ({ scenario, estimate }) => {
    await using played = await closed(scenario)
    expect(of(played.events, "stage.extended")).toEqual([])
    expect(played.result).toMatchObject({ outcome: "done", total_rounds: estimate })
  })
})

describe("a control that can't be had", () => {
  it.each(scenarios.MISSED)("is done without: %s", async (control, scenario) => {
    await using played = await closed(scenario)
    expect(of(played.events, "control.missed")).toMatchObject([{ control }])
    expect(played.next.at(-1)).toBe("done")
    expect(played.result.outcome).toBe("done")
    expect(played.result.files.map(({ path }) => path)).toContain("b.txt")
    const titles = of(played.events, "task.started").map(({ title }) => title)
    expect(titles).toEqual([...new Set(titles)])
  })
})
