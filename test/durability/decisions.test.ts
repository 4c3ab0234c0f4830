import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { LogEntry } from "../../src/journal/run-store.ts"
import { isFact } from "../../src/protocol/log/key.ts"
import type { Deciding } from "../../src/run/core/decide.ts"
import type { RunContext } from "../../src/run/run-context.ts"
import type { AnyStrategy } from "../../src/run/strategy.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { crashMatrix } from "./crash-matrix/matrix.ts"
import { storeWith } from "./logs.ts"

/* What a run decided by its limits stands when it is taken up again under others. */

type How = Deciding<boolean>

/** Rings as many bells as it may have plans, and one more each time it is taken up; its reason names the bell that it may not ring. */
function ringing(how: How): AnyStrategy {
  return {
    name: "ringing",
    summary: "Rings bells.",
    settings: z.unknown(),
    async run(run) {
      run.summariseWith(async () => ({ layer: "closing", text: "Rang.", highlights: [] }))
      await run.enter("EXECUTING")
      for (let bell = 1; ; bell++) {
        if (!run.decide(`bell-${bell}`, () => mayRing(run, bell), how))
          return { kind: "incomplete", limit: "bells", reason: `not bell ${bell}` }
        await ring(run, bell)
      }
    },
  }
}

function mayRing({ environment, epoch }: RunContext, bell: number): boolean {
  return bell < environment.limits.max_replans + epoch
}

async function ring(run: RunContext, bell: number): Promise<void> {
  const task = { id: 1, tool: "ring", arguments: { name: `${bell}` }, depends_on: [], why: "" }
  await run.stage({ kind: "round", name: `round-${bell}`, title: `Bell ${bell}` }, async (here) => {
    await here.execute([task])
    return { status: "done", summary: "", value: undefined }
  })
}

const STANDS: How = {}
const NO_IS_ANEW: How = { anew: (may) => !may }

function scenario(strategy: AnyStrategy): Scenario {
  return { name: "ringing", model: () => keyedModel({}), options: { strategy, limits: { max_replans: 3 } } }
}

/** Ends the run, does something to its log, and takes it up again. */
async function takeUp(how: How, max_replans: number, change: (entries: readonly LogEntry[]) => readonly LogEntry[]) {
  const whole = scenario(ringing(how))
  await using first = await play(whole)
  await using stage = await setStage(whole)
  const { run_id } = first.result
  const log = { header: await first.store.findRun(run_id), entries: change(await first.store.load(run_id)) }
  const moved = JSON.parse(JSON.stringify(log).replaceAll(first.folder, stage.folder))
  const store = await storeWith(moved.header, moved.entries)
  const agent = await stage.agent(store, keyedModel({}))
  const { reason, outcome } = await (await agent.resume(run_id, { limits: { max_replans } })).result
  return { before: first.result.reason, reason, outcome, rung: [...first.rung, ...stage.rung] }
}

const asItIs = (entries: readonly LogEntry[]) => entries

describe("a decision", () => {
  it("stands, whatever the limit is by now", async () => {
    const stood = { before: "not bell 4", reason: "not bell 4", rung: ["1", "2", "3"] }
    expect(await takeUp(STANDS, 9, asItIs)).toMatchObject(stood)
    expect(await takeUp(STANDS, 0, asItIs)).toMatchObject(stood)
  })

  it("that ended an epoch is made anew, and only that one", async () => {
    expect(await takeUp(NO_IS_ANEW, 3, asItIs)).toMatchObject({ reason: "not bell 5", rung: ["1", "2", "3", "4"] })
    expect(await takeUp(NO_IS_ANEW, 0, asItIs)).toMatchObject({ reason: "not bell 4", rung: ["1", "2", "3"] })
  })

  it("that is no such thing any more blocks the run instead of being taken for one", async () => {
    const garbled = (entries: readonly LogEntry[]) =>
      entries.map((entry) =>
        entry.record.kind === "step" && isFact(entry.key, "decided")
          ? { ...entry, record: { ...entry.record, value: "perhaps" } }
          : entry,
      )
    expect(await takeUp(STANDS, 3, garbled)).toMatchObject({ outcome: "blocked" })
  })

  it("is no write of its own", async () => {
    const undecided: AnyStrategy = { ...ringing(STANDS), run: ringAll }
    expect(await writesOf(ringing(STANDS))).toBe(await writesOf(undecided))
  })
})

async function ringAll(run: RunContext) {
  run.summariseWith(async () => ({ layer: "closing", text: "Rang.", highlights: [] }))
  await run.enter("EXECUTING")
  for (const bell of [1, 2, 3]) await ring(run, bell)
  return { kind: "incomplete", limit: "bells", reason: "not bell 4" } as const
}

async function writesOf(strategy: AnyStrategy): Promise<number> {
  await using stage = await setStage(scenario(strategy))
  const store = new MemoryStore()
  const append = store.append.bind(store)
  let writes = 0
  store.append = (lease, entries) => {
    writes += 1
    return append(lease, entries)
  }
  await (await stage.agent(store, keyedModel({}))).run(REQUEST)
  return writes
}

crashMatrix([scenario(ringing(STANDS))])
