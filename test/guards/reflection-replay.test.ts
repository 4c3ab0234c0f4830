import { expect, it } from "vitest"
import { ReflectionThresholds } from "../../src/run/reflection/settings.ts"
import type { Alarm } from "../../src/run/reflection/turn-record.ts"
import { type PolicySettings, replayPolicies } from "../../src/run/replay/replay-policies.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { react } from "../../src/strategies/react/react.ts"
import { wildModel } from "../properties/wild-model.ts"
import { ALARM_SCENARIOS, phaseFails, reactLoops } from "../scenarios/alarm-scenarios.ts"
import { PHASED_SCENARIOS } from "../scenarios/phased-scenarios.ts"
import { play, type Scenario } from "../scenarios/play.ts"
import { REACT_SCENARIOS } from "../scenarios/react-scenarios.ts"
import { entriesOf } from "./front-door.ts"

const alarmsOf = async (scenario: Scenario, settings?: PolicySettings) =>
  replayPolicies(await logOf(scenario), settings).alarms

async function logOf(scenario: Scenario) {
  await using played = await play(scenario)
  return entriesOf(played.store)
}

const short = (alarms: readonly Alarm[]) => alarms.map(({ stage, level }) => `${stage} ${level}`)

it.each([...ALARM_SCENARIOS, ...PHASED_SCENARIOS, ...REACT_SCENARIOS])(
  "with the run's own settings it finds what was found: $name",
  async (scenario) => {
    const replay = await alarmsOf(scenario)
    expect(replay.fired).toEqual(replay.recorded)
    expect(replay).toMatchObject({ added: [], dropped: [] })
  },
)

it("shows what other thresholds would have left out, and what comes later instead", async () => {
  const replay = await alarmsOf(reactLoops, {
    reflection: ReflectionThresholds.parse({ repeated_calls: 3 }),
  })
  expect(short(replay.fired)).toEqual(["turn-3 guidance"])
  expect(short(replay.added)).toEqual(["turn-3 guidance"])
  expect(short(replay.dropped)).toEqual(["turn-2 guidance", "turn-3 replan"])
})

it("does not look beyond the end that it would have made", async () => {
  const silent = { ...phaseFails, options: { ...phaseFails.options, literal: true, settings: { reflection: "off" } } }
  const scenario = { ...silent, model: () => phaseFails.model() }
  const replay = await alarmsOf(scenario, { reflection: "default" })
  expect(short(replay.fired)).toEqual(["phase-1/round-2 guidance", "phase-1/round-3 replan", "phase-1/round-4 fail"])
})

it("off finds nothing", async () => {
  const replay = await alarmsOf(reactLoops, { reflection: "off" })
  expect(replay.fired).toEqual([])
  expect(replay.dropped).toHaveLength(2)
})

it("finds what was found in runs of every kind", async () => {
  let alarms = 0
  for (let seed = 0; seed < 60; seed++) {
    const model = () => wildModel(seed, 0.1)
    const strategy = seed % 2 === 0 ? phased : react
    const options = { strategy, settings: { reflection: "strict" } }
    const replay = await alarmsOf({ name: "wild", model, options })
    expect(replay.fired, `seed ${seed}`).toEqual(replay.recorded)
    alarms += replay.fired.length
  }
  expect(alarms).toBeGreaterThan(20)
})
