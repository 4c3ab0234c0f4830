import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { estimateTokens } from "../../src/model/seam/tokens.ts"
import { type AnyTool, defineTool, type ToolContext } from "../../src/tools/tool.ts"
import { complete, plan, say, task, unfinished } from "../scenarios/lines.ts"
import { play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { eventsOf, literal } from "./front-door.ts"

type Execute = (context: ToolContext) => Promise<string>

function tool(name: string, execute: Execute, more: Partial<AnyTool> = {}): AnyTool {
  return defineTool({
    name,
    description: "A tool of the user's own.",
    input: z.object({}),
    access: "read",
    repeat: "safe",
    execute: (_input: object, context: ToolContext) => execute(context),
    ...more,
  } as AnyTool)
}

const GIVE_UP = say("judge_tasks", unfinished({ next_action: "end_phase" }))

/** What becomes of tasks that use these tools, all in one plan. */
async function outcomesOf(tools: readonly AnyTool[], options: Scenario["options"] = {}) {
  await using played = await play(
    literal(
      {
        "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...tools.map(({ name }) => task(name, {})))),
        "phase-1/round-1/judge/try-1": GIVE_UP,
      },
      { tools, ...options },
    ),
  )
  const ended = await eventsOf(played.store, "task.ended")
  return {
    result: played.result,
    ended: ended.sort((a, b) => a.id - b.id).map(({ status, digest }) => ({ status, digest })),
  }
}

describe("a tool of the user's own", () => {
  it("that throws, whatever it throws and however, is a failed task", async () => {
    const { result, ended } = await outcomesOf([
      tool("rejects", () => Promise.reject(new Error("no luck"))),
      tool("throws", () => {
        throw new TypeError("at once")
      }),
      tool("throws_text", () => Promise.reject("just text")),
      tool("throws_nothing", () => Promise.reject(undefined)),
    ])
    expect(ended).toEqual([
      { status: "failed", digest: "rejects broke down: no luck" },
      { status: "failed", digest: "throws broke down: at once" },
      { status: "failed", digest: "throws_text broke down: just text" },
      { status: "failed", digest: "throws_nothing broke down: undefined" },
    ])
    expect(result.reason).not.toContain("internal error")
  })

  it("that returns at once, or nothing that could be shown, does no harm", async () => {
    const untyped = (value: unknown) => (() => value) as unknown as Execute
    const { result, ended } = await outcomesOf([
      tool("sync", untyped("here")),
      tool("nothing", untyped(undefined)),
      tool("number", untyped(Promise.resolve(7))),
    ])
    expect(ended).toEqual([
      { status: "done", digest: "here" },
      { status: "failed", digest: "nothing broke down: it returned no text" },
      { status: "failed", digest: "number broke down: it returned no text" },
    ])
    expect(result.reason).not.toContain("internal error")
  })

  it("whose title breaks is named by its arguments", async () => {
    const { ended } = await outcomesOf([
      tool("untitled", async () => "ran", {
        title: () => {
          throw new Error("no title")
        },
        paths: () => {
          throw new Error("no paths")
        },
      } as Partial<AnyTool>),
    ])
    expect(ended).toEqual([{ status: "done", digest: "ran" }])
  })

  it("that hangs is stopped at its own time limit, though it ignores its signal", async () => {
    const clock = new ManualClock()
    const hangs = () => {
      // Its limit, and the second that it has for last words.
      setImmediate(() => clock.advance(1020))
      return new Promise<never>(() => {})
    }
    const { result, ended } = await outcomesOf([tool("hangs", hangs, { timeoutMs: 20 })], { clock })
    expect(ended).toEqual([{ status: "failed", digest: "Stopped after 0.02 s, its time limit." }])
    expect(result.outcome).toBe("failed")
  })

  it("that returns 5 MB is shown to the model in 800 tokens", async () => {
    const { ended } = await outcomesOf([
      tool("lines", async () => "a line of text\n".repeat(350_000)),
      tool("one_line", async () => "x".repeat(5_000_000)),
    ])
    for (const { status, digest } of ended) {
      expect(status).toBe("done")
      expect(estimateTokens(digest)).toBeLessThanOrEqual(820)
      expect(digest).toContain("left out")
    }
  })
})

describe("the read-only policy", () => {
  it("refuses writes and commands, lets reads through, and asks nobody", async () => {
    const scenario = literal(
      {
        "phase-1/round-1/plan/try-1": say(
          "plan_tool_call",
          plan(
            task("write_file", { path: "new.txt", content: "x" }),
            task("run_in_terminal", { command: "touch ran.txt" }),
            task("list_files", {}),
          ),
        ),
        "phase-1/round-1/judge/try-1": say("judge_tasks", complete([3])),
      },
      { approve: "read-only" },
    )
    await using stage = await setStage({ ...scenario, files: { "here.txt": "x" } })
    const store = new MemoryStore()
    const result = await (await stage.agent(store, scenario.model())).run(REQUEST)
    const reason = (name: string) => `Not run: ${name} is not allowed: this run is read-only.`
    const ended = await eventsOf(store, "task.ended")
    expect(ended.sort((a, b) => a.id - b.id).map(({ status, digest }) => [status, digest])).toEqual([
      ["refused", reason("write_file")],
      ["refused", reason("run_in_terminal")],
      ["done", "here.txt"],
    ])
    expect(await eventsOf(store, "violation.recorded")).toHaveLength(2)
    expect(["new.txt", "ran.txt"].map((name) => existsSync(join(stage.folder, name)))).toEqual([false, false])
    expect(result).toMatchObject({ outcome: "done", files: [], total_tasks: 1 })
  })
})

describe("tasks of one plan", () => {
  it("are all under way at once", async () => {
    const names = ["one", "two", "three"]
    const started = new Set<string>()
    const all = Promise.withResolvers<string>()
    const meeting = (name: string) =>
      tool(name, () => {
        started.add(name)
        if (started.size === names.length) all.resolve("met")
        return all.promise
      })
    const { ended } = await outcomesOf(names.map(meeting))
    expect(ended).toEqual(names.map(() => ({ status: "done", digest: "met" })))
  })
})
