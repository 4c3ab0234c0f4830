import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { LogEntry } from "../../src/journal/run-store.ts"
import type { RunResult } from "../../src/protocol/log/run.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { crashesOf } from "../sample.ts"
import { setStage } from "../scenarios/play.ts"
import { TWO_LIVES, type TwoLives } from "../scenarios/two-closings.ts"

/* What has ended stays as it ended: a run that is resumed goes on at the gate, with the next stage of closing. */

const LEASE_MS = 15_000

type Lived = {
  readonly first: RunResult
  readonly second: RunResult
  readonly asked: readonly string[]
  readonly entries: readonly LogEntry[]
  readonly hasCrashed: boolean
  readonly writes: number
}

/** The second life dies before its n-th write, and goes on once more. */
async function live({ scenario, second: lines }: TwoLives, dies = Number.POSITIVE_INFINITY): Promise<Lived> {
  await using stage = await setStage(scenario)
  let now = 1_000_000
  const store = new MemoryStore({ now: () => now })
  const first = await (await stage.agent(store, scenario.model())).run(scenario.request ?? "")
  const model = keyedModel(lines)
  const dying = crashStore(store, dies)
  const crashed = await (await stage.agent(dying, model))
    .resume(first.run_id)
    .then(({ result }) => result)
    .catch(() => undefined)
  now += LEASE_MS + 1
  const agent = await stage.agent(store, model)
  const known = await agent.result(first.run_id)
  const isOver = crashed !== undefined || known.outcome === "done"
  const second = isOver ? known : await (await agent.resume(first.run_id)).result
  const entries = await store.load(first.run_id)
  return { first, second, asked: model.asked, entries, hasCrashed: dying.hasCrashed, writes: dying.writes }
}

function keysOf({ entries }: Lived): readonly string[] {
  return entries.map(({ key }) => key).sort()
}

describe.each(TWO_LIVES)("$scenario.name", (lives) => {
  it("goes on with the next stage of closing and asks nothing else", async () => {
    const { first, second, asked } = await live(lives)
    expect(first).toMatchObject({ outcome: "failed", reason: expect.stringContaining("test") })
    expect(second).toMatchObject({ outcome: "done", verified: true })
    expect(asked).toEqual(Object.keys(lives.second))
  })

  it("tells the same story wherever it crashes in its second life", async () => {
    const whole = await live(lives)
    for (const write of crashesOf(lives.scenario.name, whole.writes)) {
      const crashed = await live(lives, write)
      expect(crashed.hasCrashed).toBe(true)
      expect(crashed.second, `crash before write ${write}`).toMatchObject({ outcome: "done", verified: true })
      expect(keysOf(crashed), `crash before write ${write}`).toEqual(keysOf(whole))
      expect(new Set(crashed.asked)).toEqual(new Set(whole.asked))
    }
  })
})
