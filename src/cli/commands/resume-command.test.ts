import { expect, it } from "vitest"
import { runResult } from "../../run/lifecycle/result.ts"
import { EMPTY_RUN } from "../../view/run-view.ts"
import { whileWanted } from "./resume-command.ts"

it("tells whoever waits for the end of a run that is gone on with, so that a conversation knows it", async () => {
  const result = { ...runResult("r1", EMPTY_RUN, 0), outcome: "done" as const }
  const seen: unknown[] = []
  const code = await whileWanted({ quiet: true }, { seen: (end) => seen.push(end) }, async (tell) => {
    tell(result)
    return 0
  })
  expect([code, seen]).toEqual([0, [result]])
})
