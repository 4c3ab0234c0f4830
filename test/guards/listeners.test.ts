import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import * as scenarios from "../scenarios/phased-scenarios.ts"
import { REQUEST, setStage } from "../scenarios/play.ts"

describe("listeners", () => {
  it("that throw don't disturb the run", async () => {
    const faults: unknown[] = []
    await using stage = await setStage({
      ...scenarios.literalDone,
      options: { literal: true, onFault: (error) => faults.push(error) },
    })
    const agent = await stage.agent(new MemoryStore(), scenarios.literalDone.model())
    const run = await agent.start(REQUEST)
    const broken = () => {
      throw new Error("the listener broke")
    }
    const seen: number[] = []
    run.onLive(broken)
    run.onEvent(({ seq }) => {
      seen.push(seq)
      broken()
    })
    expect((await run.result).outcome).toBe("done")
    expect(faults.length).toBe(seen.length)
    expect(new Set(seen).size).toBe(seen.length)
  })
})
