import { describe, expect, it } from "vitest"
import type { DurableEvent, LoggedEvent } from "../protocol/log/event.ts"
import type { RunState } from "../protocol/log/outcome.ts"
import { activeAt, foldActiveTime, isActive, NO_TIME } from "./active-time.ts"

const state = (name: RunState): DurableEvent => ({ type: "state.changed", state: name })
const at = (time: number, event: DurableEvent): LoggedEvent => ({ seq: time, key: `k${time}`, at: time, event })
const started = { type: "run.started" } as DurableEvent
const resumed = { type: "run.resumed", epoch: 2 } as DurableEvent
const timeOf = (...events: readonly LoggedEvent[]) => events.reduce(foldActiveTime, NO_TIME)

describe("active time", () => {
  it("runs from the start to the end", () => {
    const time = timeOf(at(100, started), at(150, state("PLANNING")), at(400, state("DONE")))
    expect(time.spans).toEqual([{ from: 100, to: 400 }])
    expect([50, 100, 250, 400, 9000].map((moment) => activeAt(time, moment))).toEqual([0, 0, 150, 300, 300])
    expect(isActive(time)).toBe(false)
  })

  it("leaves out the time that a run waits", () => {
    const time = timeOf(
      at(0, started),
      at(100, state("WAITING")),
      at(900, state("EXECUTING")),
      at(950, state("EXECUTING")),
    )
    expect(time.spans).toEqual([
      { from: 0, to: 100 },
      { from: 900, to: null },
    ])
    expect(activeAt(time, 1000)).toBe(200)
    expect(isActive(time)).toBe(true)
  })

  it("leaves out the time after a crash: it ends with the last word", () => {
    const time = timeOf(at(0, started), at(70, state("EXECUTING")), at(5000, resumed))
    expect(time.spans).toEqual([
      { from: 0, to: 70 },
      { from: 5000, to: null },
    ])
  })
})
