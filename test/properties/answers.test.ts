import fc from "fast-check"
import { expect, it } from "vitest"
import type { Agent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { isEnd } from "../../src/protocol/log/outcome.ts"
import { readRun } from "../../src/run/lifecycle/orchestrator.ts"
import { react } from "../../src/strategies/react/react.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { SEED, timesTried } from "../sample.ts"
import { REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { busyRinger } from "../server/models.ts"

const RUNS = timesTried({ sample: 40, whole: 1000 })
const LEASE_MS = 15_000

/** What people and processes do to a run, in any order; `writes`: the process dies before that one. */
const act = fc.record({
  kind: fc.constantFrom("allow", "deny", "cancel", "resume"),
  writes: fc.option(fc.integer({ min: 1, max: 12 }), { nil: Number.POSITIVE_INFINITY, freq: 3 }),
})
type Act = { readonly kind: "allow" | "deny" | "cancel" | "resume"; readonly writes: number }

const SCENARIO: Scenario = {
  name: "asks",
  model: () => busyRinger(3),
  options: { strategy: react, approve: "ask" },
}

async function carryOut(agent: Agent, runId: string, { kind }: Act): Promise<unknown> {
  if (kind === "cancel") return agent.cancel(runId)
  if (kind === "resume") return (await agent.resume(runId)).result
  await agent.answer(runId, { kind: "approval", decision: kind })
  return (await agent.resume(runId, { asLeft: true })).result
}

it("no answer revives a run that has ended, and an ended run asks nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      await using stage = await setStage(SCENARIO)
      let now = 1_000_000
      const store = new MemoryStore({ now: () => now })
      const model = SCENARIO.model()
      const { run_id: runId } = await (await stage.agent(store, model)).run(REQUEST)
      for (const next of acts) {
        const before = await store.load(runId)
        const wasEnded = isEnd((await readRun(store, runId)).tally.view.state)
        const agent = await stage.agent(crashStore(store, next.writes), model)
        const error = await carryOut(agent, runId, next).then(
          () => undefined,
          (refused: Error) => refused,
        )
        now += LEASE_MS + 1
        const { tally, result } = await readRun(store, runId)
        if (isEnd(tally.view.state)) expect(result.questions).toEqual([])
        if (result.outcome === "waiting" && error === undefined) expect(result.questions).not.toEqual([])
        if (!wasEnded || next.kind === "resume") continue
        expect(error).toBeInstanceOf(Error)
        expect(await store.load(runId)).toEqual(before)
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
})
