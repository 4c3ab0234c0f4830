import { expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { StoreLockedError } from "../../src/journal/store-error.ts"
import { ScriptedModel } from "../../src/testing/scripted-model.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { makeFixture } from "../support/tool-fixture.ts"

/** A store that another process never lets go of. */
class LockedStore extends MemoryStore {
  override append(): Promise<never> {
    return Promise.reject(new StoreLockedError("/state/keelson.db"))
  }
}

it("a lock is waited for as long as the run has time, said within a second, and ends with a report", async () => {
  await using fixture = await makeFixture()
  const clock = new ManualClock()
  const agent = await createAgent({
    workspace: fixture.workspace.root,
    model: new ScriptedModel([]),
    store: new LockedStore(),
    clock,
    strategy: "react",
    limits: { max_time_ms: 4000 },
  })
  const begun = clock.now()
  const run = await agent.start("Look around")
  const said: number[] = []
  run.onLive((event) => {
    if (event.type === "engine.busy" && !event.over) said.push(clock.now() - begun)
  })
  const result = run.result.then(() => true)
  while (!(await Promise.race([result, clock.armed(200).then(() => false)]))) clock.advance(200)
  expect(await run.result).toMatchObject({
    outcome: "failed",
    reason: "the run's log can no longer be written: another process keeps it locked",
    summary: expect.stringMatching(/On disk are 2 of \d+ records/),
  })
  expect(said).toEqual([800])
  expect(clock.now() - begun).toBeGreaterThanOrEqual(3200)
})
