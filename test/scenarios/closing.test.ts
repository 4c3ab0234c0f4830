import { describe, expect, it } from "vitest"
import type { DurableEvent, LoggedEvent } from "../../src/protocol/event.ts"
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

  it("ends incomplete, with the list, once a closing brought nothing new", async () => {
    await using played = await closed(scenarios.neverMended[name])
    expect(played.next).toEqual(["mend", "mend", "end"])
    expect(played.result).toMatchObject({ outcome: "incomplete", reason: "b.txt is not written" })
    expect(played.result.missing).toEqual(["b.txt is not written"])
  })

  it("sends an item back that nobody asked for, and then only shows it", async () => {
    await using played = await closed(scenarios.perfectionist[name])
    expect(played.next).toEqual(["done"])
    expect(played.rulings[0]).toMatchObject({ missing: [], suggestions: ["a nicer colour would be good"] })
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: calls + 1 } })
    expect(played.result.message).toContain("a nicer colour would be good")
  })

  it("takes an item that names its requirement when it is sent back", async () => {
    await using played = await closed(scenarios.reworded[name])
    expect(played.next).toEqual(["mend", "done"])
    expect(played.result.files.map(({ path }) => path)).toEqual(["a.txt", "b.txt"])
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
    expect(played.rulings).toMatchObject([{ changes: "none_needed", next: "done" }])
    expect(played.result).toMatchObject({ outcome: "done", verified: false })
    expect(played.result.message).toMatch(/\*\*Outcome:\*\* done.*both are there/)
  })

  it("is incomplete where nothing was changed and nobody says why", async () => {
    await using played = await closed(scenarios.nothingChanged[name])
    expect(played.next).toEqual(["mend", "end"])
    expect(played.result).toMatchObject({ outcome: "incomplete", reason: "nothing was changed" })
  })

  it("does not count a check that was red before and is none of its business, and says so", async () => {
    await using played = await closed(scenarios.redBefore[name])
    expect(played.next).toEqual(["done"])
    expect(played.result).toMatchObject({ outcome: "done", verified: false, usage: { calls } })
    expect(played.result.message).toContain("test fails as before the run: 1")
  })

  it("has a red check mended that the request names", async () => {
    await using played = await closed(scenarios.redMended[name])
    expect(played.rulings.map(({ checks }) => checks)).toEqual([["test"], []])
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
  })

  it("fails where that stays red", async () => {
    await using played = await closed(scenarios.redToTheEnd[name])
    expect(played.next).toEqual(["mend", "end"])
    expect(played.result).toMatchObject({ outcome: "failed", reason: "checks fail: test", verified: false })
  })

  it("neither counts what is flaky nor calls it green", async () => {
    await using played = await closed(scenarios.flaky[name])
    expect(played.next).toEqual(["done"])
    expect(played.result).toMatchObject({ outcome: "done", verified: false })
    expect(played.result.message).toContain("t/a.py test_race")
  })

  it("is not done by a word that can't be had, unless checks prove it", async () => {
    await using played = await closed(scenarios.withoutWord[name])
    expect(played.rulings).toMatchObject([{ has_word: false, next: "end" }])
    expect(played.result.outcome).toBe("incomplete")
    await using proven = await closed(scenarios.provenWithoutWord[name])
    expect(proven.rulings).toMatchObject([{ has_word: false, next: "done" }])
    expect(proven.result).toMatchObject({ outcome: "done", verified: true })
  })
})

describe("a part", () => {
  it("that ends by force holds nobody up, is asked about, and is named", async () => {
    await using played = await closed(scenarios.forcedPart)
    expect(played.next).toEqual(["done"])
    expect(played.result.outcome).toBe("done")
    expect(played.result.message).toContain("This is how it stands.")
    expect(played.result.message).toContain("Look around")
  })

  it("is one point of what is asked about, however many lines were said of it", async () => {
    const model = heard(scenarios.silentOnPart.model())
    await using _ = await play({ ...scenarios.silentOnPart, model: () => model })
    const asked = model.requests.find(({ purpose }) => purpose.key === "closing-0/summarizer-2/try-1")
    const points = asked?.messages.at(-1)?.text.match(/^- .*/gm) ?? []
    expect(points).toHaveLength(1)
    expect(points[0]).toMatch(/Phase 1.*One file is there\. The other is not\./)
  })

  it("that ended by force has to be spoken of: silence is asked once more, and is no word", async () => {
    await using played = await closed(scenarios.silentOnPart)
    expect(played.rulings).toMatchObject([{ has_word: false, next: "end" }])
    expect(played.result.outcome).toBe("incomplete")
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
    expect(played.next).toEqual(["done"])
    expect(played.result.outcome).toBe("done")
    expect(played.result.files.map(({ path }) => path)).toContain("b.txt")
    const titles = of(played.events, "task.started").map(({ title }) => title)
    expect(titles).toEqual([...new Set(titles)])
    // What was under way when it went over is named, whatever came of it.
    const begun = of(played.events, "stage.started").filter(({ kind }) => kind === "phase" || kind === "item")
    for (const { title } of begun) expect(played.result.facts).toContain(`${title} (not finished)`)
  })
})
