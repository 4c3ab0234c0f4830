import { expect, test } from "vitest"
import type { DurableEvent } from "../../protocol/log/event.ts"
import { countToRun } from "./most-calls.ts"

/** A turn whose calls were cut, or not. */
function turn(cut?: DurableEvent) {
  const recorded: DurableEvent[] = []
  const here = {
    path: "turn-1",
    log: { fact: <T extends DurableEvent["type"]>() => cut as Extract<DurableEvent, { type: T }> | undefined },
    record: async (_name: string, event: DurableEvent) => void recorded.push(event),
  }
  return { recorded, count: (calls: number) => countToRun(here, calls) }
}

test("up to 32 calls run without a word; of more, that is recorded", async () => {
  const { count, recorded } = turn()
  expect([await count(32), recorded]).toEqual([32, []])
  expect(await count(33)).toBe(32)
  expect(recorded).toEqual([{ type: "calls.cut", stage: "turn-1", kept: 32, of: 33 }])
})

test("what was recorded stands, whatever the limit is by then", async () => {
  const { count, recorded } = turn({ type: "calls.cut", stage: "turn-1", kept: 40, of: 50 })
  expect([await count(50), recorded]).toEqual([40, []])
})
