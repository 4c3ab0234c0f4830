import { expect, it } from "vitest"
import type { Strategy } from "../../src/run/strategy.ts"
import { controlNames } from "../../src/strategies/control-names.ts"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { AUTO_SCENARIOS } from "./auto-scenarios.ts"
import { PHASED_SCENARIOS } from "./phased-scenarios.ts"
import { play } from "./play.ts"
import { REACT_SCENARIOS } from "./react-scenarios.ts"
import { ROUNDS_SCENARIOS } from "./rounds-scenarios.ts"
import { STEPWISE_SCENARIOS } from "./stepwise-scenarios.ts"
import { TASKS_SCENARIOS, TODO_SCENARIOS } from "./todo-scenarios.ts"

const SCENARIOS = {
  auto: AUTO_SCENARIOS,
  phased: PHASED_SCENARIOS,
  rounds: ROUNDS_SCENARIOS,
  stepwise: STEPWISE_SCENARIOS,
  tasks: TASKS_SCENARIOS,
  todo: TODO_SCENARIOS,
  react: REACT_SCENARIOS,
}

/** What the engine asks for at the end of a run, whatever its strategy. */
const AT_THE_END = ["summary", "final_answer"]

/** What it opens by itself to have mended what is missing. */
const OF_THE_ENGINE = "closing"

it("has scenarios of each strategy", () => {
  expect(Object.keys(SCENARIOS)).toEqual([...STRATEGIES.keys()])
})

it.each(Object.entries(SCENARIOS))("%s asks and opens nothing but what it says", async (name, scenarios) => {
  const { controls = [], stages = [] } = STRATEGIES.get(name) as Strategy
  const [asked, opened] = [new Set<string>(), new Set<string>()]
  for (const scenario of scenarios) {
    await using played = await play(scenario)
    for (const { event } of played.events) {
      if (event.type === "model.called") asked.add(event.control)
      if (event.type === "stage.started" && event.kind !== OF_THE_ENGINE) opened.add(event.kind)
    }
  }
  expect([...opened].sort()).toEqual([...stages].sort())
  expect(asked.size).toBeGreaterThan(0)
  expect([...asked].filter((control) => ![...controls, ...AT_THE_END].includes(control))).toEqual([])
  expect(controlNames()).toEqual(expect.arrayContaining([...asked]))
})
