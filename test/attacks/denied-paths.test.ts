import { describe, expect, test, vi } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { Sandbox, SandboxPlace } from "../../src/tools/sandbox/sandbox.ts"
import { eventsOf, literal } from "../guards/front-door.ts"
import { complete, plan, say, task } from "../scenarios/lines.ts"
import { play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { confinedTest, ownSandbox } from "./confined.ts"

type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>]

function calls(options: Scenario["options"], files: Readonly<Record<string, string>>, ...tried: readonly Call[]) {
  const tasks = tried.map(([tool, input]) => task(tool, input))
  const lines = {
    "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...tasks)),
    "phase-1/round-1/judge/try-1": say("judge_tasks", complete(tried.map((_, index) => index + 1))),
  }
  return { ...literal(lines, options), files }
}

const FILES = {
  "private/plan.txt": "PRIVATE-WORDS\n",
  "fixed/a.txt": "as it was\n",
  "open.txt": "nothing PRIVATE here\n",
}
const RULES = { denyRead: ["private"], denyWrite: ["fixed"] }

describe("paths that the user denies", () => {
  confinedTest("are refused by file tools and commands alike", async () => {
    const scenario = calls(
      { ...RULES, approve: "full", sandbox: await ownSandbox() },
      FILES,
      ["read_file", { path: "private/plan.txt" }],
      ["read_file", { path: "./open/../private/plan.txt" }],
      ["search_code", { pattern: "PRIVATE" }],
      ["write_file", { path: "fixed/a.txt", content: "attack" }],
      ["write_file", { path: "private/new.txt", content: "attack" }],
      ["run_in_terminal", { command: "cat private/*; echo attack > fixed/a.txt; cat fixed/a.txt" }],
      ["read_file", { path: "fixed/a.txt" }],
    )
    await using played = await play(scenario)
    const ended = await eventsOf(played.store, "task.ended")
    const digests = ended.map(({ digest }) => digest).join("\n")
    expect(digests).not.toContain("PRIVATE-WORDS")
    expect(digests).toContain("open.txt:1:nothing PRIVATE here")
    const refused = ended.filter(({ digest }) => /off limits by the user's settings/.test(digest))
    expect(refused).toHaveLength(4)
    expect(ended.at(-1)).toMatchObject({ status: "done", digest: expect.stringContaining("as it was") })
  })

  test("are recorded, and hold for a run that goes on in another process", async () => {
    const places: SandboxPlace[] = []
    const wrap: Sandbox["wrap"] = async (command, place) => {
      places.push(place)
      return command
    }
    const sandbox = { name: "watched", wrap }
    const scenario = calls({}, FILES, ["run_in_terminal", { command: "true", network: true }])
    await using stage = await setStage(scenario)
    const store = new MemoryStore()
    const common = { workspace: stage.folder, store, sandbox, model: scenario.model(), secrets: {}, literal: true }
    const first = await createAgent({ ...common, ...RULES, allowRead: ["~/data"] })
    const { run_id } = await first.run(REQUEST)
    const second = await createAgent(common)
    await second.answer(run_id, { kind: "approval", decision: "allow" })
    await (await second.resume(run_id)).result
    const rules = { allow_read: ["~/data"], deny_read: ["private"], allow_write: [], deny_write: ["fixed"] }
    expect(places.map(({ paths }) => paths)).toEqual([rules])
  })
})

describe("a sandbox that is required", () => {
  const model = () => calls({}, {}).model()

  test("is a reason to make no agent where there is none", async () => {
    await using stage = await setStage(calls({}, {}))
    vi.stubEnv("PATH", "/nowhere")
    const made = createAgent({ workspace: stage.folder, model: model(), sandbox: "required", secrets: {} })
    await expect(made).rejects.toThrow(/^A sandbox is required, and there is none: /)
    vi.unstubAllEnvs()
  })

  confinedTest("is found, and no run goes on that began without", async () => {
    const scenario = calls({}, {}, ["run_in_terminal", { command: "touch made" }])
    await using stage = await setStage(scenario)
    const store = new MemoryStore()
    const common = { workspace: stage.folder, store, model: scenario.model(), secrets: {}, literal: true }
    const { run_id } = await (await createAgent({ ...common, sandbox: null })).run(REQUEST)
    const confined = await createAgent({ ...common, sandbox: "required" })
    await expect(confined.resume(run_id)).rejects.toThrow("this run began without one")
    await confined.run(REQUEST)
    const started = await eventsOf(store, "run.started")
    expect(started.at(-1)?.environment).toMatchObject({ approve: "edits", sandbox: expect.any(String) })
  })
})
