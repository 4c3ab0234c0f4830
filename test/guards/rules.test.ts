import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { ApprovalRule } from "../../src/protocol/log/approval.ts"
import { complete, plan, ring, say, task } from "../scenarios/lines.ts"
import { play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { byPath } from "../scenarios/rule-scenarios.ts"
import { eventsOf, literal } from "./front-door.ts"

function planned(tasks: readonly Record<string, unknown>[], options: Scenario["options"], files = {}): Scenario {
  const lines = {
    "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...tasks)),
    "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
    "phase-1/round-2/plan/try-1": say("plan_tool_call", plan(task("list_files", {}))),
    "phase-1/round-2/judge/try-1": say("judge_tasks", complete([2])),
    "phase-1/round-3/plan/try-1": say("plan_tool_call", plan(task("list_files", {}))),
    "phase-1/round-3/judge/try-1": say("judge_tasks", complete([3])),
  }
  return { ...literal(lines, options), files }
}

const write = (path: string) => task("write_file", { path, content: "new\n" })

describe("rules on top of a policy", () => {
  it("decide by path, and what they deny is a violation that nobody is asked about", async () => {
    await using played = await play(byPath)
    expect(played.result.files.map(({ path }) => path)).toEqual(["src/a.txt"])
    const ends = played.events.flatMap(({ event }) => (event.type === "task.ended" ? [event] : []))
    const byId = ends.toSorted((a, b) => a.id - b.id)
    expect(byId.map(({ status }) => status)).toEqual(["done", "refused", "refused"])
    expect(byId[1]?.digest).toContain("a rule of this run denies this call of write_file")
    expect(played.events.filter(({ event }) => event.type === "violation.recorded")).toHaveLength(1)
    expect(played.events.filter(({ event }) => event.type === "approval.asked")).toHaveLength(1)
  })

  it("are recorded with the run", async () => {
    const rules: readonly ApprovalRule[] = [{ tool: "ring", decision: "allow" }]
    const scenario = planned([ring("a")], { approve: "ask", rules })
    await using stage = await setStage(scenario)
    const store = new MemoryStore()
    await (await stage.agent(store, scenario.model())).run(REQUEST)
    expect((await eventsOf(store, "run.started"))[0]?.environment.rules).toEqual(rules)
    expect(stage.rung).toEqual(["a"])
  })

  it("ask even where the policy does not", async () => {
    const scenario = planned([ring("a")], { approve: "full", rules: [{ tool: "r*", decision: "ask" }] })
    await using stage = await setStage(scenario)
    const waiting = await (await stage.agent(new MemoryStore(), scenario.model())).run(REQUEST)
    expect(waiting).toMatchObject({ outcome: "waiting", questions: [{ tool: "ring" }] })
    expect(waiting.questions[0]).not.toHaveProperty("rule")
  })

  it("don't open a run that may only read", async () => {
    const scenario = planned([ring("a")], { approve: "read-only", rules: [{ tool: "*", decision: "allow" }] })
    await using stage = await setStage(scenario)
    await (await stage.agent(new MemoryStore(), scenario.model())).run(REQUEST)
    expect(stage.rung).toEqual([])
  })

  it("deny what an exception was granted for", async () => {
    const asked = task("request_exception", { tool: "ring", arguments: { name: "a" }, reason: "please" })
    const scenario = planned([asked], {
      approve: "full",
      exceptions: "grant",
      constraints: { all: { forbid: ["ring"] } },
      rules: [{ tool: "ring", decision: "deny" }],
    })
    await using stage = await setStage(scenario)
    await (await stage.agent(new MemoryStore(), scenario.model())).run(REQUEST)
    expect(stage.rung).toEqual([])
  })

  it("see through links: an allowed name that leads elsewhere is not allowed, a denied file has no other name", async () => {
    const scenario = planned([write("src/link"), write("src/door/key")], {
      approve: "ask",
      rules: [
        { tool: "write_file", match: "src/**", decision: "allow" },
        { tool: "*", match: "vault/**", decision: "deny" },
      ],
    })
    const files = { "src/x": "", "package.json": "old\n", "vault/x": "" }
    await using stage = await setStage({ ...scenario, files })
    symlinkSync("../package.json", join(stage.folder, "src", "link"))
    symlinkSync("../vault", join(stage.folder, "src", "door"))
    writeFileSync(join(stage.folder, "vault", "x"), "")
    const waiting = await (await stage.agent(new MemoryStore(), scenario.model())).run(REQUEST)
    expect(waiting.questions).toMatchObject([{ tool: "write_file" }])
    expect(readFileSync(join(stage.folder, "package.json"), "utf8")).toBe("old\n")
    expect(existsSync(join(stage.folder, "vault", "key"))).toBe(false)
  })
})
