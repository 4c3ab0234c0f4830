import { describe, expect, it } from "vitest"
import { EVENT_VERSIONS } from "../protocol/event.ts"
import { LogUnreadableError } from "./store-error.ts"
import { EVENT_HISTORY, type EventHistory, readEvent } from "./upgrade-event.ts"

/** As if `limit.reached` had been written with `max` first, then with `allowed` in thousands, and is now at version 3. */
const history: EventHistory = {
  currentVersion: (type) => (type === "limit.reached" ? 3 : 1),
  upgrades: {
    "limit.reached": {
      1: ({ max, ...event }) => ({ ...event, allowed: max }),
      2: (event) => ({ ...event, allowed: Number(event.allowed) * 1000 }),
    },
  },
}
const current = { type: "limit.reached", limit: "tokens", used: 7000, allowed: 6000 }

describe("readEvent", () => {
  it("gives a current event as it is, with defaults for fields that came later", () => {
    expect(readEvent(1, current)).toEqual(current)
    const started = { type: "stage.started", stage: "phase-1", kind: "phase", title: "One" }
    expect(readEvent(1, started)).toEqual({ ...started, iterations: 0 })
  })

  it("takes an old event through every version in between", () => {
    expect(readEvent(1, { type: "limit.reached", limit: "tokens", used: 7000, max: 6 }, history)).toEqual(current)
    expect(readEvent(2, { ...current, allowed: 6 }, history)).toEqual(current)
    expect(readEvent(3, current, history)).toEqual(current)
  })

  it("refuses what a newer Keelson wrote", () => {
    expect(() => readEvent(2, current)).toThrow(/written by a newer Keelson.*version 2 of the event "limit.reached"/)
    expect(() => readEvent(1, { type: "ship.sailed" })).toThrow(/written by a newer Keelson.*"ship.sailed"/)
    expect(() => readEvent(2, current)).toThrow(LogUnreadableError)
  })

  it("says what is wrong with a damaged event", () => {
    expect(() => readEvent(1, { ...current, used: "many" })).toThrow(/damaged.*"limit.reached" does not fit: used: /)
    expect(() => readEvent(1, null)).toThrow(/without a type/)
    expect(() => readEvent(0, current)).toThrow(/can no longer be read/)
  })

  it("has an upgrade for every version that was ever written", () => {
    const upgradable = Object.entries(EVENT_VERSIONS).map(([type]) => [
      type,
      Object.keys(EVENT_HISTORY.upgrades[type] ?? {}).length + 1,
    ])
    expect(Object.fromEntries(upgradable)).toEqual(EVENT_VERSIONS)
  })

  it.each([
    ["plan", "phases/review-1", "plan"],
    ["plan", "phase-1/round-1/plan/review-2", "plan"],
    ["plan", "phase-1/round-1/task-1/approval", undefined],
    ["run_check", "phase-1/round-1/verify-round/test/approval", "check"],
    ["run_check", "phase-1/round-1/task-2/approval", undefined],
    ["request_exception", "phase-1/round-1/task-1/exception", "exception"],
    ["ring", "turn-1/task-1/approval", undefined],
  ])("tells by its place what an old question about %s at %s is about", (tool, question, about) => {
    const old = { type: "approval.asked", question, tool, summary: "s", detail: "d" }
    expect(readEvent(1, old)).toEqual({ ...old, ...(about ? { about } : {}) })
    expect(readEvent(2, old)).toEqual(old)
  })
})
