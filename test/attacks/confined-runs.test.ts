import { describe, expect, test } from "vitest"
import { type Agent, createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import type { Sandbox, SandboxPlace } from "../../src/tools/sandbox/sandbox.ts"
import { eventsOf, literal } from "../guards/front-door.ts"
import { complete, plan, say, task } from "../scenarios/lines.ts"
import { play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { countProcesses, limitedTest, ownSandbox } from "./confined.ts"

/** A sandbox by name only. */
const OPEN: Sandbox = { name: "open", wrap: async (command) => command }

function commands(options: Scenario["options"], ...lines: readonly string[]): Scenario {
  const tasks = lines.map((command, index) =>
    task("run_in_terminal", { command }, { depends_on: index ? [index] : [] }),
  )
  return literal(
    {
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...tasks)),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete(lines.map((_, index) => index + 1))),
    },
    options,
  )
}

describe("a run in a sandbox", () => {
  limitedTest("goes on after a fork bomb", async () => {
    const name = `bomb-${crypto.randomUUID()}`
    const bomb = `exec bash -c ':(){ :|:& };: ; exec sleep 1' ${name}`
    const scenario = commands(
      { sandbox: await ownSandbox() },
      bomb,
      "echo went on; echo > /etc/attack || echo confined",
    )
    await using played = await play(scenario)
    expect(played.result.outcome).toBe("done")
    const ended = await eventsOf(played.store, "task.ended")
    expect(ended.map(({ status }) => status)).toEqual(["done", "done"])
    expect(ended[1]?.digest).toMatch(/went on\n.*Read-only file system\nconfined/)
    await expect.poll(() => countProcesses(name)).toBe(0)
  })

  test("says so in its log, and changes files without asking", async () => {
    const scenario = commands({}, "true")
    await using stage = await setStage(scenario)
    for (const [sandbox, expected] of [
      [OPEN, { sandbox: "open", approve: "edits" }],
      [null, { sandbox: null, approve: "ask" }],
    ] as const) {
      const store = new MemoryStore()
      await (await unsaid(stage.folder, scenario, store, sandbox)).run(REQUEST)
      const [started] = await eventsOf(store, "run.started")
      expect(started?.environment).toMatchObject(expected)
    }
  })

  test.each([undefined, true])("leaves the network as the agent was told: %s", async (network) => {
    const places: SandboxPlace[] = []
    const wrap: Sandbox["wrap"] = async (command, place) => {
      places.push(place)
      return command
    }
    const options = { sandbox: { name: "watched", wrap }, ...(network === undefined ? {} : { network }) }
    await using played = await play(commands(options, "true"))
    expect(places).toEqual([{ cwd: played.folder, writable: [played.folder], network: network ?? false }])
  })

  test("does not go on without it", async () => {
    const scenario = commands({}, "echo ran")
    await using stage = await setStage(scenario)
    const store = new MemoryStore()
    const { run_id, outcome } = await (await unsaid(stage.folder, scenario, store, OPEN)).run(REQUEST)
    expect(outcome).toBe("waiting")
    const other = await unsaid(stage.folder, scenario, store, null)
    await other.answer(run_id, { kind: "approval", decision: "allow" })
    await (await other.resume(run_id)).result
    const [ended] = await eventsOf(store, "task.ended")
    expect(ended).toMatchObject({ status: "failed", digest: expect.stringContaining("confined by open") })
  })
})

/** An agent that was told nothing of a policy. */
function unsaid(workspace: string, scenario: Scenario, store: RunStore, sandbox: Sandbox | null): Promise<Agent> {
  return createAgent({ workspace, store, sandbox, model: scenario.model(), secrets: {}, settings: { literal: true } })
}
