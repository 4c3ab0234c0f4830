import { describe, expect, it } from "vitest"
import { readEvent } from "./read-event.ts"
import { LogUnreadableError } from "./store-error.ts"

const current = { type: "limit.reached", limit: "tokens", used: 7000, allowed: 6000 }

describe("readEvent", () => {
  it("gives an event as it is, with defaults for fields that were left out", () => {
    expect(readEvent(1, current)).toEqual(current)
    const started = { type: "stage.started", stage: "phase-1", kind: "phase", title: "One" }
    expect(readEvent(1, started)).toEqual({ ...started, iterations: 0 })
  })

  it("refuses what a newer Keelson wrote", () => {
    expect(() => readEvent(2, current)).toThrow(/written by a newer Keelson.*version 2 of the event "limit.reached"/)
    expect(() => readEvent(1, { type: "ship.sailed" })).toThrow(/written by a newer Keelson.*"ship.sailed"/)
    expect(() => readEvent(2, current)).toThrow(LogUnreadableError)
  })

  it("says what is wrong with a damaged event", () => {
    expect(() => readEvent(1, { ...current, used: "many" })).toThrow(/damaged.*"limit.reached" does not fit: used: /)
    expect(() => readEvent(1, null)).toThrow(/without a type/)
  })
})
