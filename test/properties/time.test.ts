import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { LogEntry } from "../../src/journal/run-store.ts"
import type { Model } from "../../src/model/seam/model.ts"
import { Environment } from "../../src/protocol/log/environment.ts"
import { Limits } from "../../src/protocol/log/limits.ts"
import { Tally } from "../../src/run/core/tally.ts"
import { resumeRun, startRun } from "../../src/run/lifecycle/orchestrator.ts"
import type { RunSetup } from "../../src/run/lifecycle/run-setup.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { react } from "../../src/strategies/react/react.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { diceFor } from "../../src/testing/simulated/dice.ts"
import { systemClock } from "../../src/tools/clock.ts"
import { Secrets } from "../../src/tools/secrets/secrets.ts"
import { defineTool } from "../../src/tools/tool.ts"
import { SEED, timesTried } from "../sample.ts"
import { makeFixture } from "../support/tool-fixture.ts"
import { wildModel } from "./wild-model.ts"

const RUNS = timesTried({ sample: 60, whole: 500 })
const MINUTE = 60_000
const LEASE_MS = 15_000

const slowRun = fc.record({
  seed: fc.integer(),
  badness: fc.constantFrom(0, 0.2),
  strategy: fc.constantFrom("phased", "react"),
  fuse: fc.boolean(),
  maxMinutes: fc.integer({ min: 1, max: 60 }),
  crashes: fc.array(fc.integer({ min: 3, max: 60 }), { maxLength: 2 }),
})
type SlowRun = typeof slowRun extends fc.Arbitrary<infer T> ? T : never

/** Time that counts, as the log alone has it. */
function activeMs(entries: readonly LogEntry[], now: number): number {
  const tally = new Tally()
  for (const entry of entries) tally.add(entry)
  const lease = entries.findLast((entry) => entry.lease !== 0)?.lease ?? 0
  return tally.activeMs(now, lease)
}

/** A run in which every call and every bell takes minutes, on a clock that moves only so. */
async function slowly(slow: SlowRun) {
  await using fixture = await makeFixture()
  const clock = { now: 1_700_000_000_000, born: 0 }
  const spend = (what: string) => {
    clock.now += Math.floor(diceFor(`${slow.seed}/${what}`)() * 5 * MINUTE)
  }
  const store = new MemoryStore({ now: () => clock.now })
  const late: string[] = []
  const inner = wildModel(slow.seed, slow.badness)
  const model: Model = {
    ...inner,
    async *stream(request, signal) {
      const { key } = request.purpose
      const asked = clock.now
      spend(key)
      const [header] = await store.listRuns()
      const entries = (await store.load(header?.id ?? "")).filter(({ at }) => at <= asked)
      // What lies between a crash and the next life's first entry is downtime.
      const now = (entries.at(-1)?.at ?? 0) < clock.born ? (entries.at(-1)?.at ?? 0) : asked
      if (!key.startsWith("end-") && activeMs(entries, now) > slow.maxMinutes * MINUTE) late.push(key)
      yield* inner.stream(request, signal)
    },
  }
  const ring = defineTool({
    name: "ring",
    description: "Ring a bell.",
    input: z.object({ name: z.string(), fails: z.boolean().optional() }),
    access: "read",
    repeat: "safe",
    async execute({ name }) {
      spend(name)
      return "rang"
    },
  })
  const setup = (life: number): RunSetup => ({
    store: crashStore(store, life),
    workspace: fixture.workspace,
    strategy: slow.strategy === "phased" ? phased : react,
    model,
    tools: [ring],
    secrets: new Secrets(new Map()),
    // Nobody looks at the clock in between.
    clock: { ...systemClock, now: () => clock.now, elapsed: () => clock.now, after: () => () => {} },
  })
  const environment = Environment.parse({
    date: "2026-11-15",
    platform: "linux",
    workspace: fixture.workspace.root,
    instructions: "",
    language: "en",
    model: model.id,
    price: null,
    tools: ["ring"],
    approve: "full",
    limits: Limits.parse({ max_time_ms: slow.maxMinutes * MINUTE }),
    settings: { fuse: slow.fuse },
  })
  for (const life of [...slow.crashes, Number.POSITIVE_INFINITY]) {
    clock.born = clock.now
    const [header] = await store.listRuns()
    const entries = header ? await store.load(header.id) : []
    if (entries.some(({ key }) => key === "end-1#state.changed")) break
    const run = header
      ? resumeRun(setup(life), header.id)
      : startRun(setup(life), { request: "Ring the bells.", environment })
    await run.then((live) => live.carryOut()).catch(() => undefined)
    clock.now += LEASE_MS + 1
  }
  const [header] = await store.listRuns()
  return { late, entries: await store.load(header?.id ?? "") }
}

describe("the time limit, on a clock of its own", () => {
  it(`lets no call start late in ${RUNS} runs, phases side by side and crashes included`, async () => {
    await fc.assert(
      fc.asyncProperty(slowRun, async (slow) => {
        const { late, entries } = await slowly(slow)
        expect(late).toEqual([])
        const started = entries.filter(
          ({ record }) =>
            record.kind === "event" && record.event.type === "stage.started" && record.event.iterations > 0,
        )
        for (const { seq, at, lease } of started) {
          const before = entries.filter((entry) => entry.seq < seq)
          const now = before.at(-1)?.lease === lease ? at : (before.at(-1)?.at ?? 0)
          expect(activeMs(before, now)).toBeLessThanOrEqual(slow.maxMinutes * MINUTE)
        }
        expect(entries.at(-1)?.key).toBe("end-1#state.changed")
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })
})
