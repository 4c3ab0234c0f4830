import { expect, test } from "vitest"
import type { DurableEvent } from "../../protocol/event.ts"
import { countToRun } from "./most-calls.ts"

const ENDED = { type: "stage.ended", stage: "turn-1", status: "continued", summary: "" } as const

/** A turn of which these tasks are recorded. */
function turn({ begun = 0, hasEnded = false, cut }: { begun?: number; hasEnded?: boolean; cut?: DurableEvent }) {
  const recorded: DurableEvent[] = []
  const here = {
    path: "turn-1",
    log: {
      lastEnd: hasEnded ? ENDED : undefined,
      has: (name: string) => Number(name.replace("task-", "")) <= begun,
      fact: <T extends DurableEvent["type"]>() => cut as Extract<DurableEvent, { type: T }> | undefined,
    },
    record: async (_name: string, event: DurableEvent) => void recorded.push(event),
  }
  return { recorded, count: (calls: number) => countToRun(here, calls) }
}

test("up to 32 calls run without a word; of more, that is recorded", async () => {
  const { count, recorded } = turn({})
  expect([await count(32), recorded]).toEqual([32, []])
  expect(await count(33)).toBe(32)
  expect(recorded).toEqual([{ type: "calls.cut", stage: "turn-1", kept: 32, of: 33 }])
})

test("what was recorded stands, whatever the limit is by then", async () => {
  const { count, recorded } = turn({ cut: { type: "calls.cut", stage: "turn-1", kept: 40, of: 50 } })
  expect([await count(50), recorded]).toEqual([40, []])
})

test("a log from before there was a limit: a turn that is over keeps all its calls, one under way those that had begun", async () => {
  expect(await turn({ begun: 50, hasEnded: true }).count(50)).toBe(50)
  const { count, recorded } = turn({ begun: 40 })
  expect(await count(50)).toBe(40)
  expect(recorded).toMatchObject([{ kept: 40, of: 50 }])
})
