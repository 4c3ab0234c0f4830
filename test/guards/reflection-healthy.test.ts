import { expect, it } from "vitest"
import { replayPolicies } from "../../src/run/replay/replay-policies.ts"
import { timesTried } from "../sample.ts"
import { play } from "../scenarios/play.ts"
import { entriesOf, eventsOf } from "./front-door.ts"
import { healthyRuns } from "./healthy-runs.ts"

const RUNS = healthyRuns(timesTried({ sample: 2, whole: 3 }))

it(`${RUNS.length} healthy runs: fewer than 2% are warned`, async () => {
  expect(RUNS.length).toBeGreaterThanOrEqual(30)
  const told: string[] = []
  let turns = 0
  let strict = 0
  for (const scenario of RUNS) {
    await using played = await play(scenario)
    expect(played.result, scenario.name).toMatchObject({ outcome: "done" })
    const alarms = await eventsOf(played.store, "reflection.raised")
    told.push(...alarms.map(({ stage, detector, reason }) => `${scenario.name} ${stage} ${detector}: ${reason}`))
    const entries = await entriesOf(played.store)
    turns += replayPolicies(entries).alarms.turns
    strict += replayPolicies(entries, { reflection: "strict" }).alarms.fired.length > 0 ? 1 : 0
  }
  expect(told).toEqual([])
  expect(turns).toBeGreaterThan(8 * RUNS.length)
  // The seed's literal rules take most of them for circles: that is why they are not the default.
  expect(strict).toBeGreaterThan(RUNS.length / 2)
})
