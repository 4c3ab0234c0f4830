import { expect, it } from "vitest"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { fusedLoop, loopsSideBySide, phaseFails, reactLoops, rereading } from "../scenarios/alarm-scenarios.ts"
import { complete, phase, phases, plan, ring, say, unfinished } from "../scenarios/lines.ts"
import { play, type Scenario } from "../scenarios/play.ts"
import { toolsWithTerminal } from "./fake-terminal.ts"
import { eventsOf, type HeardModel, heard, literal } from "./front-door.ts"

/** The alarms as `stage detector level`. */
async function alarmsOf(scenario: Scenario): Promise<string[]> {
  await using played = await play(scenario)
  const alarms = await eventsOf(played.store, "reflection.raised")
  return alarms.map(({ stage, detector, level }) => `${stage} ${detector} ${level}`)
}

/** What the model was sent last when it was asked under a key. */
function lastWords(model: HeardModel, key: string) {
  return model.requests.find((request) => request.purpose.key === key)?.messages.at(-1)
}

function overheard(scenario: Scenario): Scenario {
  return { ...scenario, model: () => heard(scenario.model()) }
}

it("the second identical call gets a warning that names it, in a user turn", async () => {
  await using played = await play(overheard(reactLoops))
  const model = played.model as HeardModel
  expect(lastWords(model, "turn-3/reply")).toEqual({
    role: "user",
    text: [
      "Stop and think: `Read a.txt` ran twice with the same result: `alpha`",
      "Options:",
      "1. Use the result you already have; it will not change by itself.",
      "2. Continue with what the result tells you.",
      "3. Find out what is missing with another tool or other arguments.",
    ].join("\n"),
  })
  expect(lastWords(model, "turn-4/reply")?.text).toContain("Change your approach")
  expect(lastWords(model, "turn-5/reply")?.role).toBe("tool")
  expect(played.result.outcome).toBe("done")
})

it("in react it goes as far as another plan, however often it fires", async () => {
  expect(await alarmsOf(reactLoops)).toEqual(["turn-2 repeated_call guidance", "turn-3 repeated_call replan"])
})

it("a phase is told, then made to plan anew, then ended; the run goes on", async () => {
  await using played = await play(phaseFails)
  expect(await alarmsOf(phaseFails)).toEqual([
    "phase-1/round-2 repeated_call guidance",
    "phase-1/round-3 repeated_call replan",
    "phase-1/round-4 repeated_call fail",
  ])
  expect(played.result).toMatchObject({ outcome: "incomplete", phases_completed: 1 })
  expect(played.result.reason).toBe("Phase 1: `Read a.txt` ran 4 times with the same result: `alpha`")
  const states = (await eventsOf(played.store, "state.changed")).map(({ state }) => state)
  expect(states).toEqual(["INTAKE", "PLANNING", "EXECUTING", "RECOVERING", "EXECUTING", "INCOMPLETE"])
})

it("the guidance comes with the question for the next plan", async () => {
  await using played = await play(overheard(phaseFails))
  const asked = lastWords(played.model as HeardModel, "phase-1/round-3/plan/try-1")
  expect(asked?.role).toBe("tool")
  expect(asked?.text).toMatch(/^Stop and think: `Read a.txt` ran twice.*Due: plan_tool_call for round 3\.$/s)
})

it("a phase that was ended so is taken up again when the run is resumed", async () => {
  const scenario: Scenario = {
    ...phaseFails,
    ...literal({
      "phases/try-1": say("phase_planner", phases([phase(1, { estimated_rounds: 3 })])),
      ...rereading(1, 4),
      "phase-1/round-5/plan/try-1": say("plan_tool_call", plan(ring("at last"))),
      "phase-1/round-5/judge/try-1": say("judge_tasks", complete([5])),
    }),
  }
  await using played = await play(scenario)
  expect(played.result.outcome).toBe("incomplete")
  const result = await (await played.agent.resume(played.result.run_id)).result
  expect(result.outcome).toBe("done")
})

it("phases side by side have their own alarms", async () => {
  expect((await alarmsOf(loopsSideBySide)).sort()).toEqual([
    "phase-1/round-2 repeated_call guidance",
    "phase-1/round-3 repeated_call replan",
    "phase-2/round-2 repeated_call guidance",
    "phase-2/round-3 repeated_call replan",
  ])
})

it("a plan that came along with the judge is not used when guidance is due", async () => {
  await using played = await play(overheard(fusedLoop))
  expect(played.result.outcome).toBe("done")
  expect(lastWords(played.model as HeardModel, "phase-1/round-3/plan/try-1")?.text).toContain("Stop and think")
  expect(played.rung).toEqual(["another way"])
})

it("a test that fails the same way after every edit is no progress", async () => {
  const turns = [1, 2, 3, 4].flatMap((n) => [
    { call: "write_file", input: { path: "a.txt", content: `try ${n}\n` } },
    { call: "run_in_terminal", input: { command: "npm test" } },
  ])
  const lines = turns.map((line, index) => [`turn-${index + 1}/reply`, line])
  const tools = toolsWithTerminal(() => "!TypeError: x is undefined at b.ts:12")
  const scenario: Scenario = {
    name: "edits the wrong file",
    model: () => keyedModel({ ...Object.fromEntries(lines), "turn-9/reply": "I looked at b.ts at last." }),
    options: { strategy: react, tools },
  }
  expect(await alarmsOf(scenario)).toEqual(["turn-8 same_failure guidance"])
})

it("off says nothing", async () => {
  const silent = { ...reactLoops, options: { ...reactLoops.options, settings: { reflection: "off" } } }
  expect(await alarmsOf(silent)).toEqual([])
})

it("strict has the seed's literal rules: a tool's name twice, two turns on one step", async () => {
  const rounds = [1, 2, 3].flatMap((round) => [
    [`phase-1/round-${round}/plan/try-1`, say("plan_tool_call", plan(ring(`bell ${round}`)))],
    [`phase-1/round-${round}/judge/try-1`, say("judge_tasks", round === 3 ? complete([3]) : unfinished())],
  ])
  const scenario = literal(Object.fromEntries(rounds))
  const strict = { ...scenario, options: { literal: true, settings: { reflection: "strict" } } }
  expect(await alarmsOf(scenario)).toEqual([])
  expect(await alarmsOf(strict)).toEqual(["phase-1/round-2 repeated_call guidance"])
})

it("thresholds of one's own, and no others", async () => {
  const own = (reflection: unknown) => ({ ...reactLoops, options: { ...reactLoops.options, settings: { reflection } } })
  expect(await alarmsOf(own({ repeated_calls: 3 }))).toEqual(["turn-3 repeated_call guidance"])
  await expect(alarmsOf(own({ repeated: 3 }))).rejects.toThrow()
})

it("identical calls inside one reply count, too", async () => {
  const read = { call: "read_file", input: { path: "a.txt" } }
  const scenario: Scenario = {
    ...reactLoops,
    model: () =>
      keyedModel({
        "turn-1/reply": calls([read, read]),
        "turn-2/reply": { call: "task_done", input: { summary: "Read." } },
      }),
  }
  expect(await alarmsOf(scenario)).toEqual(["turn-1 repeated_call guidance"])
})
