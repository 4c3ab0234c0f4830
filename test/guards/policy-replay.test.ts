import { describe, expect, it } from "vitest"
import { type PolicySettings, replayPolicies } from "../../src/run/replay/replay-policies.ts"
import type { AnyStrategy } from "../../src/run/strategy.ts"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { wildModel } from "../properties/wild-model.ts"
import { complete, phase, phases, plan, ring, say, task, unfinished } from "../scenarios/lines.ts"
import { play, type Scenario } from "../scenarios/play.ts"
import { endless } from "../scenarios/react-scenarios.ts"
import { outOfCalls, replanned } from "../scenarios/stepwise-scenarios.ts"
import { entriesOf, literal } from "./front-door.ts"

async function logOf(scenario: Scenario) {
  await using played = await play(scenario)
  return entriesOf(played.store)
}

const replayed = async (scenario: Scenario, settings?: PolicySettings) =>
  replayPolicies(await logOf(scenario), settings)

/** Two phases, three rounds and four tasks, with everything that costs something. */
const house: Scenario = literal(
  {
    "phases/try-1": say("phase_planner", phases([phase(1), phase(2)])),
    "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(ring("a"), ring("b"))),
    "phase-1/round-1/judge/try-1": say("judge_tasks", unfinished()),
    "phase-1/round-2/plan/try-1": say("plan_tool_call", plan(task("write_file", { path: "docs/a.md", content: "a" }))),
    "phase-1/round-2/judge/try-1": say("judge_tasks", complete([3])),
    "phase-2/round-1/plan/try-1": say("plan_tool_call", plan(task("write_file", { path: "src/b.ts", content: "b" }))),
    "phase-2/round-1/judge/try-1": say("judge_tasks", complete([1])),
  },
  { price: { prompt: 1, completion: 2 } },
)

describe("limits", () => {
  const hits = async (limits: PolicySettings["limits"]) =>
    (await replayed(house, { limits })).limits.added.map(({ limit, stage, used, allowed, ends }) => ({
      limit,
      stage,
      used,
      allowed,
      ends,
    }))

  it("of iterations are reached before the round that does not fit", async () => {
    // One for the phases, three a round: the second round would come to seven.
    expect(await hits({ max_iterations: 6 })).toEqual([
      { limit: "max_iterations", stage: "phase-1/round-2", used: 4, allowed: 6, ends: true },
    ])
    expect(await hits({ max_iterations: 10 })).toEqual([])
    expect(await hits({ max_iterations: 100 })).toEqual([])
  })

  it("of calls keep the summary's reserve back, as the engine does", async () => {
    expect(await hits({ max_model_calls: 5 })).toEqual([
      { limit: "max_model_calls", stage: "phase-1/round-2", used: 4, allowed: 5, ends: true },
    ])
    expect(await hits({ max_model_calls: 9 })).toEqual([])
  })

  it("of tokens, money and time name what was used by then", async () => {
    const [tokens] = await hits({ max_prompt_tokens: 9000 })
    expect(tokens).toMatchObject({ limit: "max_prompt_tokens", allowed: 9000, ends: true })
    expect(tokens?.used).toBeLessThan(9000)
    expect(await hits({ max_cost: 0.00001 })).toEqual([
      { limit: "max_cost", stage: "", used: 0, allowed: 0.00001, ends: true },
    ])
    const entries = (await logOf(house)).map((entry) => ({ ...entry, at: 1000 * entry.seq }))
    const { added } = replayPolicies(entries, { limits: { max_time_ms: 10_000 } }).limits
    expect(added).toMatchObject([{ limit: "max_time_ms", used: 9000, seq: 10 }])
  })

  it("of rounds and tasks cut a part short and are named for each place", async () => {
    expect(await hits({ max_rounds: 1, max_tasks_per_round: 1 })).toEqual([
      { limit: "max_tasks_per_round", stage: "phase-1/round-1", used: 2, allowed: 1, ends: false },
      { limit: "max_rounds", stage: "phase-1/round-2", used: 2, allowed: 1, ends: false },
    ])
  })

  it("of plans of steps are looked at too", async () => {
    const limits = { max_plan_steps: 2, max_replans: 0, max_step_tool_calls: 1 }
    const { added } = (await replayed(replanned, { limits })).limits
    expect(added.map(({ limit, used, allowed }) => [limit, used, allowed])).toEqual([
      ["max_plan_steps", 3, 2],
      ["max_replans", 1, 0],
    ])
    expect((await replayed(outOfCalls, { limits })).limits.added[0]).toMatchObject({
      limit: "max_step_tool_calls",
      stage: "plan-1/step-1/turn-2",
      used: 2,
    })
  })

  it("that were reached are found again, and a higher one would not have been", async () => {
    const own = (await replayed(endless)).limits
    expect(own).toMatchObject({ added: [], dropped: [], fired: [{ limit: "max_iterations", used: 5, allowed: 5 }] })
    expect((await replayed(endless, { limits: { max_iterations: 6 } })).limits).toMatchObject({
      fired: [],
      dropped: [{ limit: "max_iterations" }],
    })
    const lower = (await replayed(endless, { limits: { max_iterations: 2 } })).limits
    expect(lower.added).toMatchObject([{ limit: "max_iterations", stage: "turn-3", used: 2 }])
    expect(lower.dropped).toHaveLength(1)
  })
})

const LOOK = task("read_file", { path: "a.txt" })

/** Calls of every kind; the run itself takes none of them for a violation. */
const mixed: Scenario = {
  ...literal({
    "phase-1/round-1/plan/try-1": say(
      "plan_tool_call",
      plan(
        LOOK,
        task("run_in_terminal", { command: "ls" }, { depends_on: [1] }),
        task("run_in_terminal", { command: "touch made.txt" }, { depends_on: [2] }),
        task("write_file", { path: "docs/note.md", content: "n" }, { depends_on: [3] }),
      ),
    ),
    "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1, 4])),
  }),
  files: { "a.txt": "alpha\n" },
  options: { literal: true, constraints: { research: { allow: [], forbid: ["run_in_terminal"], late: [] } } },
}

describe("rules", () => {
  const violations = async (scenario: Scenario, settings: PolicySettings) => {
    const { added, dropped } = (await replayed(scenario, settings)).violations
    const short = (list: typeof added) => list.map(({ task: key, tool }) => `${key.split("/").at(-1)} ${tool}`)
    return { added: short(added), dropped: short(dropped) }
  }

  it("of another task type catch what they forbid, at the place where it stood", async () => {
    expect(await violations(mixed, { task_type: "research" })).toEqual({
      added: ["task-2 run_in_terminal", "task-3 run_in_terminal"],
      dropped: [],
    })
    expect(await violations(mixed, { task_type: "coding" })).toEqual({ added: [], dropped: [] })
  })

  it("of one's own are laid over the built-in ones", async () => {
    const rule = { allow: [], forbid: ["read_file"], late: [] }
    const added = await violations(mixed, { constraints: { enforce: true, general: rule } })
    expect(added).toEqual({ added: ["task-1 read_file"], dropped: [] })
  })

  it("of scope look at what was changed", async () => {
    expect(await violations(mixed, { scope: ["src/**"] })).toEqual({ added: ["task-4 write_file"], dropped: [] })
    expect(await violations(mixed, { scope: ["docs"] })).toEqual({ added: [], dropped: [] })
  })

  const strict: Scenario = {
    name: "strict",
    request: "Investigate the market trends.",
    model: () =>
      keyedModel({
        "turn-1/reply": { call: "run_in_terminal", input: { command: "touch x" } },
        "turn-2/reply": calls([{ call: "write_file", input: { path: "src/a.ts", content: "" } }]),
        "turn-3/reply": { call: "dance", input: {} },
        "turn-4/reply": { call: "read_file", input: { path: "a.txt" } },
        "turn-5/reply": { call: "write_file", input: { path: "src/a.ts", content: "" } },
        "turn-6/reply": "Done.",
      }),
    files: { "a.txt": "alpha\n" },
    options: {
      strategy: react,
      scope: ["docs/**"],
      constraints: { research: { allow: [], forbid: ["run_in_terminal"], late: ["write_file"] } },
    },
  }

  it("that would not have been broken are dropped; what no rule explains stays", async () => {
    const { recorded } = (await replayed(strict)).violations
    expect(recorded.map(({ tool }) => tool)).toEqual(["run_in_terminal", "write_file", "dance", "write_file"])
    expect(await violations(strict, {})).toEqual({ added: [], dropped: [] })
    const milder = await violations(strict, { task_type: "general", scope: [] })
    expect(milder).toEqual({ added: [], dropped: ["task-1 run_in_terminal", "task-1 write_file", "task-1 write_file"] })
    expect((await violations(strict, { scope: ["src"] })).dropped).toEqual(["task-1 write_file"])
  })
})

it("with the run's own settings every run is found as it was", async () => {
  let limits = 0
  for (let seed = 0; seed < 60; seed++) {
    const names = [...STRATEGIES.keys()]
    const strategy = STRATEGIES.get(names[seed % names.length] ?? "") as AnyStrategy
    const options = { strategy, limits: { max_iterations: 4 + (seed % 9), max_model_calls: 6 + (seed % 11) } }
    const replay = await replayed({ name: "wild", model: () => wildModel(seed, 0.2), options })
    expect(replay.limits, `seed ${seed}`).toMatchObject({ added: [], dropped: [] })
    expect(replay.violations, `seed ${seed}`).toMatchObject({ added: [], dropped: [] })
    limits += replay.limits.fired.length
  }
  expect(limits).toBeGreaterThan(10)
})

it("a retry of failed tasks is known by the plan that it repeats", async () => {
  const scenario = literal({
    "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(task("write_file", { path: "/etc/x", content: "" }))),
    "phase-1/round-1/judge/try-1": say("judge_tasks", unfinished({ failed_tasks: [1], next_action: "retry_failed" })),
    "phase-1/round-2/judge/try-1": say("judge_tasks", unfinished()),
    "phase-1/round-3/plan/try-1": say("plan_tool_call", plan(ring("a"))),
    "phase-1/round-3/judge/try-1": say("judge_tasks", complete([2])),
  })
  const { added } = (await replayed(scenario, { scope: ["src"] })).violations
  expect(added.map(({ task: key }) => key)).toEqual(["phase-1/round-1/task-1", "phase-1/round-2/task-1"])
})
