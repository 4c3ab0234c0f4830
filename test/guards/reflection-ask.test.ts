import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import { ReflectionThresholds } from "../../src/run/reflection/settings.ts"
import { replayPolicies } from "../../src/run/replay/replay-policies.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { phaseFails, rereading } from "../scenarios/alarm-scenarios.ts"
import { complete, NOTHING_TO_CHANGE, phase, phases, plan, ring, say } from "../scenarios/lines.ts"
import { finish, play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { entriesOf, eventsOf, type HeardModel, heard, literal } from "./front-door.ts"

const ANSWER = { kind: "clarification", text: "Ring the bell instead." } as const
const someone = { responder: async () => ANSWER }
const FILES = { "a.txt": "alpha\n" }
const read: ScriptLine = { call: "read_file", input: { path: "a.txt" } }

async function levelsOf(store: RunStore): Promise<string[]> {
  return (await eventsOf(store, "reflection.raised")).map(({ stage, level }) => `${stage} ${level}`)
}

/** A phase that reads the same file again and again, until the user tells it what to do. */
function phasedLoop(options: Scenario["options"] = {}): Scenario {
  const scenario = literal({
    "phases/try-1": say("phase_planner", phases([phase(1, { estimated_rounds: 3 })])),
    ...rereading(1, 4),
    "phase-1/round-5/plan/try-1": say("plan_tool_call", plan(ring("as told"))),
    "phase-1/round-5/judge/try-1": say("judge_tasks", complete([5])),
  })
  return {
    ...scenario,
    files: FILES,
    model: () => heard(scenario.model()),
    options: { ...scenario.options, ...options },
    answers: { "phase-1/round-4/reflection": ANSWER },
  }
}

function turnLoop(options: Scenario["options"] = {}): Scenario {
  const turns = [1, 2, 3, 4, 5].map((n) => [`turn-${n}/reply`, read])
  const lines = { ...Object.fromEntries(turns), "turn-6/reply": "I rang it.", ...NOTHING_TO_CHANGE }
  return {
    name: "turns in circles",
    files: FILES,
    model: () => heard(keyedModel(lines)),
    options: { strategy: react, ...options },
    answers: { "turn-4/reflection": ANSWER },
  }
}

describe("where somebody is there", () => {
  it("a phase asks before it is given up, and the answer is its guidance", async () => {
    await using played = await play(phasedLoop(someone))
    expect(await levelsOf(played.store)).toEqual([
      "phase-1/round-2 guidance",
      "phase-1/round-3 replan",
      "phase-1/round-4 ask",
    ])
    expect(played.result.outcome).toBe("done")
    const [asked] = await eventsOf(played.store, "clarification.asked")
    expect(asked).toEqual({
      type: "clarification.asked",
      question: "phase-1/round-4/reflection",
      questions: [
        "This part of the work goes round in circles: `Read a.txt` ran 4 times with the same result: `alpha` How shall it go on?",
      ],
    })
    const told = (played.model as HeardModel).requests.find(
      ({ purpose }) => purpose.key === "phase-1/round-5/plan/try-1",
    )
    expect(told?.messages.at(-1)?.text).toContain(
      "The user was asked what to do and answered:\nRing the bell instead.\nChange your approach",
    )
  })

  it("a loop of turns asks once, and what stays without news then is over", async () => {
    await using played = await play(turnLoop(someone))
    expect(await levelsOf(played.store)).toEqual(["turn-2 guidance", "turn-3 replan", "turn-4 ask", "turn-5 fail"])
    const told = (played.model as HeardModel).requests.find(({ purpose }) => purpose.key === "turn-5/reply")
    expect(told?.messages.at(-1)).toMatchObject({ role: "user", text: expect.stringContaining(ANSWER.text) })
  })

  it("a stage that goes on in circles all the same is ended", async () => {
    const scenario = literal(
      { "phases/try-1": say("phase_planner", phases([phase(1, { estimated_rounds: 3 })])), ...rereading(1, 5) },
      someone,
    )
    await using played = await play({ ...scenario, files: FILES })
    expect((await levelsOf(played.store)).at(-1)).toBe("phase-1/round-5 fail")
  })

  it("nobody is asked who said so", async () => {
    await using played = await play({
      ...phaseFails,
      options: { ...someone, literal: true, settings: { reflection: { ask: false } } },
    })
    expect(await levelsOf(played.store)).toContain("phase-1/round-4 fail")
    expect(await eventsOf(played.store, "clarification.asked")).toEqual([])
  })
})

describe("where nobody is there", () => {
  it("a run does not wait because of an alarm", async () => {
    await using played = await play(phaseFails)
    expect(await levelsOf(played.store)).toContain("phase-1/round-4 fail")
    expect(played.result.outcome).toBe("incomplete")
  })

  it.each([
    ["phased", phasedLoop({ literal: true, settings: { reflection: { ask: true } } })],
    ["react", turnLoop({ settings: { reflection: { ask: true } } })],
  ])("unless it was asked for: %s waits, and goes on with the answer", async (_name, scenario) => {
    await using stage = await setStage(scenario)
    const store = new MemoryStore()
    const model = scenario.model() as HeardModel
    const agent = await stage.agent(store, model)
    const waiting = await agent.run(REQUEST)
    expect(waiting).toMatchObject({ outcome: "waiting", need_clarification: true })
    const result = await finish(agent, scenario, waiting)
    expect(result.outcome).toBe("done")
    expect(await eventsOf(store, "clarification.answered")).toHaveLength(1)
    expect(new Set(model.asked).size).toBe(model.asked.length)
  })
})

it("policy replay finds the question where it was, and where it would have been", async () => {
  await using asked = await play(phasedLoop(someone))
  expect(replayPolicies(await entriesOf(asked.store)).alarms).toMatchObject({ added: [], dropped: [] })
  await using failed = await play(phaseFails)
  const entries = await entriesOf(failed.store)
  expect(replayPolicies(entries).alarms).toMatchObject({ added: [], dropped: [] })
  const { added } = replayPolicies(entries, { reflection: ReflectionThresholds.parse({ ask: true }) }).alarms
  expect(added.map(({ stage, level }) => `${stage} ${level}`)).toEqual(["phase-1/round-4 ask"])
})
