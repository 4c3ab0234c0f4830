import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { type KeyedModel, keyedModel } from "../../src/testing/keyed-model.ts"
import { eventsOf } from "../guards/front-door.ts"
import {
  advance,
  analysis,
  complete,
  phase,
  phases,
  plan,
  ring,
  summary,
  task,
  unfinished,
} from "../scenarios/lines.ts"
import { REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { thought } from "../scenarios/rounds-scenarios.ts"
import { dyingAt } from "./dying-at.ts"

const LOOK = task("list_files", {})
const more = advance({ think: thought("More to do."), plan_tool_call: plan(LOOK) })

/** Two rounds by their estimate; what the later ones see is nothing new, so that none is given for that. */
const inRounds: Scenario = {
  name: "rounds",
  model: () =>
    keyedModel({
      "round-1/plan/try-1": advance({ plan_tool_call: { ...plan(LOOK, ring("loud")), complexity: "simple" } }),
      "round-1/think/try-1": more,
      "round-2/think/try-1": more,
      "round-3/think/try-1": more,
      "round-4/think/try-1": more,
      "closing-0/think/try-1": advance({ think: thought("Looked.", { task_completed: true }) }),
    }),
  options: { strategy: rounds, settings: { reflection: "off" } },
}

const next = advance({ judge_tasks: unfinished(), plan_tool_call: plan(LOOK) })

/** Three rounds by its estimate. */
const inAPhase: Scenario = {
  name: "a phase",
  model: () =>
    keyedModel({
      "analysis/try-1": advance({
        request_analyser: analysis({ changes: "none" }),
        phase_planner: phases([phase(1)]),
        plan_tool_call: plan(LOOK, ring("loud")),
      }),
      ...Object.fromEntries([1, 2, 3, 4].map((round) => [`phase-1/round-${round}/judge/try-1`, next])),
      "phase-1/round-5/judge/try-1": advance({ judge_tasks: complete([]) }),
      "closing-0/summarizer/try-1": advance({ summarizer: summary() }),
      "closing-0/summarizer-2/try-1": advance({ summarizer: summary() }),
    }),
  options: { settings: { reflection: "off" } },
}

const bell = (name: string) => advance({ think: thought("More to do."), plan_tool_call: plan(ring(name)) })

const threeTimes: Scenario = {
  ...inRounds,
  model: () =>
    keyedModel({
      "round-1/plan/try-1": advance({ plan_tool_call: { ...plan(LOOK, ring("a")), complexity: "simple" } }),
      "round-1/think/try-1": bell("b"),
      "round-2/think/try-1": bell("c"),
      "round-3/think/try-1": more,
      "round-4/think/try-1": more,
      "round-5/think/try-1": more,
      "closing-0/think/try-1": advance({ think: thought("Looked.", { task_completed: true }) }),
    }),
}

/** Plays until its process dies when it would write down how one of these tasks ended, and takes the run up again each time. */
async function asked(
  scenario: Scenario,
  ...tasks: readonly string[]
): Promise<{ keys: readonly string[]; extended: number }> {
  await using stage = await setStage(scenario)
  let now = 0
  const store = new MemoryStore({ now: () => now })
  const model = scenario.model() as KeyedModel
  const [first = "", ...later] = tasks
  await (await stage.agent(dyingAt(store, first), model)).run(REQUEST).catch(() => undefined)
  const id = (await store.listRuns())[0]?.id ?? ""
  for (const task of [...later, "nothing"]) {
    now += 60_000
    const agent = await stage.agent(dyingAt(store, task), model)
    const run = await agent.resume(id).catch(() => undefined)
    await run?.result.catch(() => undefined)
  }
  return { keys: model.asked, extended: (await eventsOf(store, "stage.extended")).length }
}

describe("a round that a crash has spoiled", () => {
  it.each<[Scenario, string, string, string]>([
    [inRounds, "round-1/task-2", "round-3/think/try-1", "round-4/think/try-1"],
    [inAPhase, "phase-1/round-1/task-2", "phase-1/round-4/judge/try-1", "phase-1/round-5/judge/try-1"],
  ])("gives its stage one round more: $name", async (scenario, spoiled, last, beyond) => {
    const { keys, extended } = await asked(scenario, spoiled)
    expect(keys).toContain(last)
    expect(keys).not.toContain(beyond)
    expect(extended).toBe(0)
    const whole = await asked(scenario, "nothing")
    expect(whole.keys).not.toContain(last)
  })

  it("is made good twice in a run, not more often", async () => {
    const { keys, extended } = await asked(threeTimes, "round-1/task-2", "round-2/task-3", "round-3/task-4")
    expect(keys).toContain("round-4/think/try-1")
    expect(keys).not.toContain("round-5/think/try-1")
    expect(extended).toBe(0)
  })
})
