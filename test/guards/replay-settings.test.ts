import { describe, expect, it } from "vitest"
import { replayLines } from "../../src/cli/commands/replay-command.ts"
import { ReflectionThresholds } from "../../src/run/reflection/settings.ts"
import { recordedPolicy, replayPolicies } from "../../src/run/replay/replay-policies.ts"
import { readReplaySettings } from "../../src/run/replay/replay-settings.ts"
import { reactLoops } from "../scenarios/alarm-scenarios.ts"
import { play, type Scenario } from "../scenarios/play.ts"
import { entriesOf } from "./front-door.ts"

async function logOf(scenario: Scenario) {
  await using played = await play(scenario)
  return entriesOf(played.store)
}

const priced: Scenario = { ...reactLoops, options: { ...reactLoops.options, price: { prompt: 1, completion: 2 } } }

describe("settings of a replay on the command line", () => {
  const read = async (...sets: string[]) => readReplaySettings(recordedPolicy(await logOf(priced)), sets)

  it("takes settings as key=value, laid over what the run had", async () => {
    expect(await read()).toEqual({})
    expect(await read("reflection=strict", "max_iterations=9", "max_cost=0.5")).toEqual({
      reflection: "strict",
      limits: { max_iterations: 9, max_cost: 0.5 },
    })
    expect(await read("reflection.slow_turns=4", "reflection.same=tool")).toEqual({
      reflection: ReflectionThresholds.parse({ slow_turns: 4, same: "tool" }),
    })
    expect(await read("task_type=research", "scope=src/**,{a,b}/*.md")).toEqual({
      task_type: "research",
      scope: ["src/**", "{a,b}/*.md"],
    })
    expect(await read("constraints.research.forbid=pdf,docx", "constraints.all.late=memory")).toEqual({
      constraints: {
        enforce: true,
        research: { allow: [], forbid: ["pdf", "docx"], late: [] },
        all: { allow: [], forbid: [], late: ["memory"] },
      },
    })
  })

  it.each([
    "slow_turns",
    "slow_turns=3",
    "reflection=loud",
    "reflection.slow=3",
    "reflection.slow_turns=few",
    "max_iterations=0",
    "task_type=dancing",
    "constraints.cooking.forbid=pdf",
    "constraints.research.ban=pdf",
  ])("refuses %s, and says what there is", async (set) => {
    await expect(read(set)).rejects.toThrow(/key=value|reflection\.slow_turns.*max_iterations/)
  })

  it("says so where the price is not known", async () => {
    const unpriced = recordedPolicy(await logOf(reactLoops))
    expect(() => readReplaySettings(unpriced, ["max_cost=1"])).toThrow("price of the run's model is not known")
  })

  it("shows the differences in the order of the turns", async () => {
    const settings = await read(
      "reflection.repeated_calls=3",
      "max_iterations=4",
      "constraints.all.forbid=task_done,read_file",
    )
    expect(replayLines(replayPolicies(await logOf(reactLoops), settings))).toEqual([
      "5 turns; alarms: 1 with these settings, 2 in the run (+1 -2); limits: 1 with these settings, 0 in the run (+1 -0); violations: 4 with these settings, 0 in the run (+4 -0).",
      "-  turn-2         repeated_call   guidance   `Read a.txt` ran twice with the same result: `alpha`",
      "-  turn-3         repeated_call   replan     `Read a.txt` ran 3 times with the same result: `alpha`",
      "+  turn-3         repeated_call   guidance   `Read a.txt` ran 3 times with the same result: `alpha`",
      "+  turn-5         max_iterations  ends       4 used of 4",
      "+  turn-1/task-1  read_file       violation  read_file is not allowed in a general task",
      "+  turn-2/task-1  read_file       violation  read_file is not allowed in a general task",
      "+  turn-3/task-1  read_file       violation  read_file is not allowed in a general task",
      "+  turn-4/task-1  read_file       violation  read_file is not allowed in a general task",
    ])
  })
})
