import { describe, expect, test } from "vitest"
import { type Agent, createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import type { Sandbox, SandboxPlace } from "../../src/tools/sandbox/sandbox.ts"
import { eventsOf, literal } from "../guards/front-door.ts"
import { complete, plan, say, task } from "../scenarios/lines.ts"
import { play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { countProcesses, limitedTest, ownSandbox } from "./confined.ts"

const ASK_TOUCH = { tool: "run_in_terminal", match: "touch *", decision: "ask" } as const

/** A sandbox by name only. */
const OPEN: Sandbox = { name: "open", wrap: async (command) => command }

type Line = string | { readonly command: string; readonly network: boolean }

function commands(options: Scenario["options"], ...lines: readonly Line[]): Scenario {
  const tasks = lines.map((line, index) =>
    task("run_in_terminal", typeof line === "string" ? { command: line } : line, { depends_on: index ? [index] : [] }),
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
    const expected = { cwd: played.folder, writable: [played.folder], network: network ?? false }
    expect(places).toEqual([expect.objectContaining(expected)])
  })

  test.each<[string, Scenario["options"], Line, readonly string[]]>([
    ["confined, whatever it is", { approve: "edits", sandbox: OPEN }, "touch made", []],
    [
      "that asks for the network",
      { approve: "edits", sandbox: OPEN },
      { command: "true", network: true },
      ["exception"],
    ],
    ["in a run with the network", { approve: "edits", sandbox: OPEN, network: true }, "touch made", ["call"]],
    [
      "that a rule is to be asked about",
      { approve: "edits", sandbox: OPEN, rules: [ASK_TOUCH] },
      "touch made",
      ["call"],
    ],
    ["confined, where each is to be asked about", { approve: "ask", sandbox: OPEN }, "touch made", ["call"]],
    ["that only reads, where each is to be asked about", { approve: "ask", sandbox: OPEN }, "git status", []],
    ["outside, whatever it is", { approve: "edits", sandbox: null }, "touch made", ["call"]],
    ["outside that only reads", { approve: "ask", sandbox: null }, "ls -la", []],
    ["outside that reads by a repository's settings", { approve: "ask", sandbox: null }, "git status", ["call"]],
    [
      "that asks for the network where nobody is asked",
      { approve: "full", sandbox: OPEN },
      { command: "true", network: true },
      [],
    ],
  ])("a command %s", async (_what, options, line, expected) => {
    const scenario = commands(options, line)
    await using stage = await setStage(scenario)
    const { questions } = await (await stage.agent(new MemoryStore(), scenario.model())).run(REQUEST)
    expect(questions.map((question) => question.kind === "approval" && (question.about ?? "call"))).toEqual(expected)
  })

  test("has the network for the one command that it was allowed for, and for none where nobody is asked", async () => {
    const places: SandboxPlace[] = []
    const wrap: Sandbox["wrap"] = async (command, place) => {
      places.push(place)
      return command
    }
    const sandbox = { name: "watched", wrap }
    const responder = async () => ({ kind: "approval", decision: "allow_always" }) as const
    const lines = [{ command: "true", network: true }, "touch made"] as const
    await using asked = await play(commands({ approve: "edits", sandbox, responder }, ...lines))
    await using unasked = await play(commands({ approve: "full", sandbox }, ...lines))
    expect([asked.result.outcome, unasked.result.outcome]).toEqual(["done", "done"])
    expect(places.map(({ network }) => network)).toEqual([true, false, false, false])
  })

  test("does not go on without it", async () => {
    const scenario = commands({}, { command: "echo ran", network: true })
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
  return createAgent({ workspace, store, sandbox, model: scenario.model(), secrets: {}, literal: true })
}
