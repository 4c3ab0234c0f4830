import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import type { RunResult } from "../../src/protocol/log/run.ts"
import { conversationWith } from "../../src/run/lifecycle/lookup/conversation.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { crashesOf } from "../sample.ts"
import { brokenToTheEnd, kept } from "./against-base-scenarios.ts"
import { byTurns, type Lines } from "./closing-voices.ts"
import { type Scenario, type Stage, setStage } from "./play.ts"
import { GREEN, MEND_SUM, WORK } from "./suite.ts"

/* A run that goes on with what an earlier one of its conversation broke and left broken. */

const LEASE_MS = 15_000
const ALL = { missing: [] }
const FIRST = brokenToTheEnd.react as Scenario

const NOTHING: Lines = {
  ...byTurns.works([{ call: "list_files", input: {} }], { ...ALL, changes: "none" }),
  ...byTurns.settles(1, { ...ALL, changes: "none", settled: ["a: it was red before"] }),
}
const BESIDE: Lines = {
  ...byTurns.works([WORK], ALL),
  ...byTurns.settles(1, { ...ALL, settled: ["a: it was red before"] }),
}
const MENDED: Lines = byTurns.works([MEND_SUM], ALL)

type Followed = {
  readonly first: RunResult
  readonly second: RunResult
  readonly keys: readonly string[]
  readonly writes: number
  readonly hasCrashed: boolean
}

/** Both runs; the second dies before its n-th write and goes on. */
async function follow(lines: Lines, dies = Number.POSITIVE_INFINITY): Promise<Followed> {
  await using stage = await setStage(FIRST)
  let now = 1_000_000
  const store = new MemoryStore({ now: () => now })
  const first = await (await stage.agent(store, FIRST.model())).run(FIRST.request ?? "")
  const dying = crashStore(store, dies)
  const conversation = await conversationWith(store, first.run_id)
  const agent = await stage.agent(dying, keyedModel(lines))
  const ended = await agent
    .start("Go on.", { conversation })
    .then((run) => run.result)
    .catch(() => undefined)
  now += LEASE_MS + 1
  const second = ended ?? (await goOn(stage, store, first, lines))
  const keys = (await store.load(second.run_id)).map(({ key }) => key).sort()
  return { first, second, keys, writes: dying.writes, hasCrashed: dying.hasCrashed }
}

async function goOn(stage: Stage, store: RunStore, first: RunResult, lines: Lines): Promise<RunResult> {
  const agent = await stage.agent(store, keyedModel(lines))
  const begun = (await store.listRuns()).find(({ id }) => id !== first.run_id)
  if (begun) {
    const isOver = (await store.load(begun.id)).some(({ key }) => key === "end-1#state.changed")
    return isOver ? agent.result(begun.id) : (await agent.resume(begun.id)).result
  }
  const conversation = await conversationWith(store, first.run_id)
  return (await agent.start("Go on.", { conversation })).result
}

const FAILED = { outcome: "failed", reason: "checks fail: test", verified: false }

const CASES = [
  { name: "changes nothing", lines: NOTHING, ends: FAILED },
  { name: "does something else", lines: BESIDE, ends: FAILED },
  { name: "mends it", lines: MENDED, ends: { outcome: "done", verified: true } },
]

describe.each(CASES)("a follow-up of a failed run that $name", ({ name, lines, ends }) => {
  it(`ends ${ends.outcome}, wherever it crashes: what was left red is the conversation's`, async () => {
    const whole = await follow(lines)
    expect(whole.first).toMatchObject(FAILED)
    expect(whole.second).toMatchObject(ends)
    for (const write of crashesOf(`follow-up ${name}`, whole.writes)) {
      const crashed = await follow(lines, write)
      expect(crashed.hasCrashed, `crash before write ${write}`).toBe(true)
      expect(crashed.second, `crash before write ${write}`).toMatchObject(ends)
      expect(crashed.keys, `crash before write ${write}`).toEqual(whole.keys)
    }
  })

  it("is nobody's where it begins anew", async () => {
    await using stage = await setStage({ ...(kept(name, GREEN, () => BESIDE).react as Scenario), files: GREEN })
    const store = new MemoryStore()
    await (await stage.agent(store, FIRST.model())).run(FIRST.request ?? "")
    const other = await (await stage.agent(store, keyedModel(BESIDE))).run("Write a module.")
    expect(other).toMatchObject({ outcome: "done", verified: false })
    expect(other.message).toContain("red as before: test")
  })
})
