import { expect, it } from "vitest"
import { changedPolicy, replayLines } from "../../src/cli/replay-command.ts"
import { replayPolicies } from "../../src/run/reflection/replay-policies.ts"
import { ReflectionThresholds } from "../../src/run/reflection/settings.ts"
import type { Alarm } from "../../src/run/reflection/turn.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { react } from "../../src/strategies/react/react.ts"
import { wildModel } from "../properties/wild-model.ts"
import { ALARM_SCENARIOS, phaseFails, reactLoops } from "../scenarios/alarm-scenarios.ts"
import { PHASED_SCENARIOS } from "../scenarios/phased-scenarios.ts"
import { play, type Scenario } from "../scenarios/play.ts"
import { REACT_SCENARIOS } from "../scenarios/react-scenarios.ts"
import { entriesOf } from "./front-door.ts"

async function logOf(scenario: Scenario) {
  await using played = await play(scenario)
  return entriesOf(played.store)
}

const short = (alarms: readonly Alarm[]) => alarms.map(({ stage, level }) => `${stage} ${level}`)

it.each([...ALARM_SCENARIOS, ...PHASED_SCENARIOS, ...REACT_SCENARIOS])(
  "with the run's own settings it finds what was found: $name",
  async (scenario) => {
    const replay = replayPolicies(await logOf(scenario))
    expect(replay.fired).toEqual(replay.recorded)
    expect(replay).toMatchObject({ added: [], dropped: [] })
  },
)

it("shows what other thresholds would have left out, and what comes later instead", async () => {
  const replay = replayPolicies(await logOf(reactLoops), {
    reflection: ReflectionThresholds.parse({ repeated_calls: 3 }),
  })
  expect(short(replay.fired)).toEqual(["turn-3 guidance"])
  expect(short(replay.added)).toEqual(["turn-3 guidance"])
  expect(short(replay.dropped)).toEqual(["turn-2 guidance", "turn-3 replan"])
})

it("does not look beyond the end that it would have made", async () => {
  const silent = { ...phaseFails, options: { ...phaseFails.options, settings: { fuse: false, reflection: "off" } } }
  const scenario = { ...silent, model: () => phaseFails.model() }
  const replay = replayPolicies(await logOf(scenario), { reflection: "default" })
  expect(short(replay.fired)).toEqual(["phase-1/round-2 guidance", "phase-1/round-3 replan", "phase-1/round-4 fail"])
})

it("off finds nothing", async () => {
  const replay = replayPolicies(await logOf(reactLoops), { reflection: "off" })
  expect(replay.fired).toEqual([])
  expect(replay.dropped).toHaveLength(2)
})

it("finds what was found in runs of every kind", { timeout: 60_000 }, async () => {
  let alarms = 0
  for (let seed = 0; seed < 60; seed++) {
    const model = () => wildModel(seed, 0.1)
    const strategy = seed % 2 === 0 ? phased : react
    const options = { strategy, settings: { reflection: "strict" } }
    const replay = replayPolicies(await logOf({ name: "wild", model, options }))
    expect(replay.fired, `seed ${seed}`).toEqual(replay.recorded)
    alarms += replay.fired.length
  }
  expect(alarms).toBeGreaterThan(20)
})

const POLICY = { reflection: "default", max_iterations: 30 } as const

it("takes settings from the command line", () => {
  expect(changedPolicy(POLICY, [])).toEqual(POLICY)
  expect(changedPolicy(POLICY, ["reflection=strict", "max_iterations=9"])).toEqual({
    reflection: "strict",
    max_iterations: 9,
  })
  const { reflection } = changedPolicy(POLICY, ["reflection.slow_turns=4", "reflection.same=tool"])
  expect(reflection).toEqual(ReflectionThresholds.parse({ slow_turns: 4, same: "tool" }))
})

it.each(["slow_turns", "slow_turns=3", "reflection=loud", "reflection.slow=3", "reflection.slow_turns=few"])(
  "refuses %s, and says what there is",
  (set) => {
    expect(() => changedPolicy(POLICY, [set])).toThrow(/key=value|reflection\.slow_turns/)
  },
)

it("shows the differences in the order of the turns", async () => {
  const settings = changedPolicy(POLICY, ["reflection.repeated_calls=3"])
  expect(replayLines(replayPolicies(await logOf(reactLoops), settings))).toEqual([
    "5 turns; alarms: 1 with these settings, 2 in the run (+1 -2).",
    "- turn-2  repeated_call  guidance  `Read a.txt` ran twice with the same result: `alpha`",
    "- turn-3  repeated_call  replan  `Read a.txt` ran 3 times with the same result: `alpha`",
    "+ turn-3  repeated_call  guidance  `Read a.txt` ran 3 times with the same result: `alpha`",
  ])
})
