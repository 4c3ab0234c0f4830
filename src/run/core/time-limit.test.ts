import { expect, it } from "vitest"
import { ManualClock } from "../../../test/support/manual-clock.ts"
import { TimeLimit } from "./time-limit.ts"

it("aborts what takes longer, to the millisecond", async () => {
  const clock = new ManualClock()
  const limit = new TimeLimit(5, clock)
  const gone = limit.count(
    () => new Promise((resolve) => limit.signal.addEventListener("abort", () => resolve("gone"))),
  )
  clock.advance(4)
  expect(limit.isOver).toBe(false)
  clock.advance(1)
  expect({ gone: await gone, isOver: limit.isOver }).toEqual({ gone: "gone", isOver: true })
})

it("leaves alone what is done, however long nothing runs afterwards", async () => {
  const clock = new ManualClock()
  const limit = new TimeLimit(1000, clock)
  expect(await Promise.all([limit.count(async () => 1), limit.count(async () => 2)])).toEqual([1, 2])
  clock.advance(1_000_000)
  await expect(limit.count(() => Promise.reject(new Error("own fault")))).rejects.toThrow("own fault")
  clock.advance(1_000_000)
  expect(limit.isOver).toBe(false)
})

it("counts what ran in pieces, and side by side once", async () => {
  const clock = new ManualClock()
  const limit = new TimeLimit(1000, clock)
  const spend = (ms: number) => async () => clock.advance(ms)
  await limit.count(spend(600))
  clock.advance(5000)
  await Promise.all([limit.count(spend(200)), limit.count(spend(199))])
  expect(limit.isOver).toBe(false)
  await limit.count(spend(1))
  expect(limit.isOver).toBe(true)
})
