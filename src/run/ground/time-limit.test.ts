import { expect, it } from "vitest"
import { TimeLimit } from "./time-limit.ts"

it("aborts what takes longer", async () => {
  const limit = new TimeLimit(5)
  const gone = await limit.count(
    () => new Promise((resolve) => limit.signal.addEventListener("abort", () => resolve("gone"))),
  )
  expect({ gone, isOver: limit.isOver }).toEqual({ gone: "gone", isOver: true })
})

it("leaves alone what is done, however long nothing runs afterwards", async () => {
  const limit = new TimeLimit(1_000_000)
  expect(await Promise.all([limit.count(async () => 1), limit.count(async () => 2)])).toEqual([1, 2])
  await expect(limit.count(() => Promise.reject(new Error("own fault")))).rejects.toThrow("own fault")
  expect(limit.isOver).toBe(false)
})
