import { describe, expect, it } from "vitest"
import type { LogEntry } from "../../journal/run-store.ts"
import type { DurableEvent } from "../../protocol/log/event.ts"
import { Tally } from "./tally.ts"

type Line = { readonly at: number; readonly lease: number; readonly event?: DurableEvent }

const SAID: DurableEvent = { type: "stage.ended", stage: "x", status: "done", summary: "" }
const ASKED: DurableEvent = { type: "clarification.asked", question: "q", questions: ["?"] }
const ANSWERED: DurableEvent = { type: "clarification.answered", question: "q", answer: "!" }
const CANCELLED: DurableEvent = { type: "cancel.requested", by: "user", reason: "enough" }
const state = (to: "WAITING" | "EXECUTING" | "FAILED" | "PLANNING"): DurableEvent => ({
  type: "state.changed",
  state: to,
})

function tallied(lines: readonly Line[]): Tally {
  const tally = new Tally()
  for (const [index, { at, lease, event = SAID }] of lines.entries()) {
    const entry: LogEntry = { seq: index + 1, key: `k${index}`, at, lease, record: { kind: "event", event } }
    tally.add(entry)
  }
  return tally
}

describe("active time", () => {
  it("is what passes between a process's own entries, and since the last one", () => {
    const tally = tallied([
      { at: 100, lease: 1 },
      { at: 130, lease: 1 },
    ])
    expect([tally.activeMs(150, 1), tally.activeMs(150, 2), tally.activeMs(120, 1)]).toEqual([50, 30, 30])
  })

  it("leaves out the downtime between two leases", () => {
    const tally = tallied([
      { at: 100, lease: 1 },
      { at: 130, lease: 1 },
      { at: 9000, lease: 2 },
      { at: 9010, lease: 2 },
    ])
    expect(tally.activeMs(9010, 2)).toBe(40)
  })

  it("leaves out the time in which a question is open", () => {
    const tally = tallied([
      { at: 100, lease: 1 },
      { at: 110, lease: 1, event: ASKED },
      { at: 5110, lease: 1, event: ANSWERED },
      { at: 5120, lease: 1 },
    ])
    expect(tally.activeMs(5120, 1)).toBe(20)
    expect(
      tallied([
        { at: 100, lease: 1 },
        { at: 110, lease: 1, event: ASKED },
      ]).activeMs(9999, 1),
    ).toBe(10)
  })

  it("goes on at once after an answer from another process", () => {
    const tally = tallied([
      { at: 100, lease: 1, event: ASKED },
      { at: 5100, lease: 0, event: ANSWERED },
      { at: 5130, lease: 1 },
    ])
    expect(tally.activeMs(5130, 1)).toBe(30)
  })

  it("counts up to a signal only if the process turns out to have lived", () => {
    const lines = [
      { at: 100, lease: 1 },
      { at: 150, lease: 0, event: CANCELLED },
    ]
    expect(tallied(lines).activeMs(170, 1)).toBe(70)
    expect(tallied([...lines, { at: 160, lease: 1 }]).activeMs(160, 1)).toBe(60)
    expect(tallied([...lines, { at: 160, lease: 2 }]).activeMs(160, 2)).toBe(0)
  })

  it("stops with the run", () => {
    const tally = tallied([
      { at: 100, lease: 1 },
      { at: 120, lease: 1, event: state("FAILED") },
    ])
    expect(tally.activeMs(9999, 1)).toBe(20)
  })
})

describe("states", () => {
  it("are counted where the run waited, and remembered where it worked", () => {
    const tally = tallied([
      { at: 1, lease: 1, event: state("PLANNING") },
      { at: 2, lease: 1, event: state("WAITING") },
      { at: 3, lease: 1, event: state("EXECUTING") },
      { at: 4, lease: 1, event: state("WAITING") },
    ])
    expect([tally.waits, tally.working, tally.view.state]).toEqual([2, "EXECUTING", "WAITING"])
  })
})
