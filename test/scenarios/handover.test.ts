import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { heard } from "../guards/front-door.ts"
import * as scenarios from "./handover-scenarios.ts"
import { play, REQUEST, type Scenario, setStage } from "./play.ts"

/** What the model is told at these keys, all of its transcript. */
async function transcriptAt(scenario: Scenario, key: string): Promise<string> {
  await using stage = await setStage(scenario)
  const model = heard(scenario.model())
  await (await stage.agent(new MemoryStore(), model)).run(REQUEST)
  const request = model.requests.find(({ purpose }) => purpose.key === key)
  return request?.messages.map(({ text }) => text).join("\n") ?? ""
}

async function handoversOf(scenario: Scenario) {
  await using played = await play(scenario)
  const handovers = played.events.flatMap(({ event }) => (event.type === "handover.made" ? [event] : []))
  return { handovers, outcome: played.result.outcome }
}

describe("a hand-over", () => {
  it("tells a phase what the phases read that it stands on, and nothing that read_file refused", async () => {
    const { handovers, outcome } = await handoversOf(scenarios.phasesBesideEachOther)
    expect(outcome).toBe("done")
    expect(handovers).toMatchObject([{ stage: "phase-3", from: ["phase-1", "phase-2"] }])
    expect(handovers[0]?.files.toSorted()).toEqual(["a.txt", "b.txt"])
    const told = await transcriptAt(scenarios.phasesBesideEachOther, "phase-3/round-1/plan/try-1")
    expect(told).toMatch(/Done: Phase 1: It says alpha\.\nDone: Phase 2: It says beta\./)
    expect(told).toMatch(/- p1r1t1: read_file, Read a\.txt \(\d+ tokens\)/)
    expect(told).toContain("alpha")
    expect(told).not.toContain("nobody-may-see-this")
  })

  it("leaves out what was changed since, and does not bring the conversation along", async () => {
    const { handovers } = await handoversOf(scenarios.phaseAfterHalf)
    expect(handovers).toMatchObject([{ stage: "phase-2", from: ["phase-1"], files: ["b.txt"], results: ["p1r1t2"] }])
    const told = await transcriptAt(scenarios.phaseAfterHalf, "phase-2/round-1/judge/try-1")
    expect(told).toContain("Done: Phase 1: Now it says omega.")
    expect(told).toContain("beta")
    expect(told).not.toContain("alpha")
  })

  it("comes with the list where an item begins afresh", async () => {
    const { handovers, outcome } = await handoversOf(scenarios.itemAfterHalf)
    expect(outcome).toBe("done")
    expect(handovers).toMatchObject([{ stage: "item-2", from: ["item-1"], files: ["a.txt"] }])
    const told = await transcriptAt(scenarios.itemAfterHalf, "item-2/turn-1/reply")
    expect(told).toContain("[x] 1 do part 1")
    expect(told).toContain("alpha")
    expect(told).not.toContain("Item 1 of 2")
  })
})
