import { existsSync } from "node:fs"
import { readFile, symlink } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { scoped } from "../scenarios/checkpoint-scenarios.ts"
import { analysis, complete, plan, say, task } from "../scenarios/lines.ts"
import { play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { eventsOf, literal } from "./front-door.ts"

const write = (path: string) => task("write_file", { path, content: "new\n" })

function writing(
  paths: readonly string[],
  write_scope: readonly string[],
  options: Scenario["options"] = {},
): Scenario {
  return literal(
    {
      "analysis/try-1": say("request_analyser", analysis({ write_scope })),
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...paths.map(write))),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
    },
    options,
  )
}

async function statuses(store: MemoryStore): Promise<string[]> {
  const ended = await eventsOf(store, "task.ended")
  return ended.sort((a, b) => a.id - b.id).map(({ status }) => status)
}

describe("the write scope", () => {
  it("of the request binds at once: a write outside is a violation and does not run", async () => {
    await using played = await play(writing(["src/in.txt", "out.txt"], ["src/**"]))
    expect(await statuses(played.store as MemoryStore)).toEqual(["done", "refused"])
    expect(existsSync(join(played.folder, "out.txt"))).toBe(false)
    const [violation] = await eventsOf(played.store, "violation.recorded")
    expect(violation?.reason).toBe("Not run: out.txt is outside what this run may change: src/**.")
    expect(played.result.message).toContain("- **Allowed to change:** `src/**`\n")
    expect(played.result.figures.deviation).toBe(0.5)
    expect(await eventsOf(played.store, "constraints.set")).toMatchObject([{ write_scope: ["src/**"] }])
  })

  it("of the user holds beside the request's, with the workspace's own path in front or not", async () => {
    const scenario = writing(["src/a/x.txt", "src/b/x.txt", "lib/x.txt"], ["src/**"], { scope: ["src/a", "lib"] })
    await using played = await play(scenario)
    expect(await statuses(played.store as MemoryStore)).toEqual(["done", "refused", "refused"])
  })

  it("follows links: what counts is the file that would really change", async () => {
    const scenario = writing(["src/link.txt", "src/folder/x.txt"], ["src"])
    await using stage = await setStage({
      ...scenario,
      files: { "src/a.txt": "a", "secret.txt": "old\n", "lib/x.txt": "old\n" },
    })
    await symlink("../secret.txt", join(stage.folder, "src/link.txt"))
    await symlink("../lib", join(stage.folder, "src/folder"))
    const store = new MemoryStore()
    await (await stage.agent(store, scenario.model())).run(REQUEST)
    expect(await statuses(store)).toEqual(["refused", "refused"])
    expect(await readFile(join(stage.folder, "secret.txt"), "utf8")).toBe("old\n")
    expect(await readFile(join(stage.folder, "lib/x.txt"), "utf8")).toBe("old\n")
  })

  it("asks nobody to approve what can't run anyway", async () => {
    await using played = await play(writing(["out.txt"], ["src"], { approve: "ask" }))
    expect(await eventsOf(played.store, "approval.asked")).toEqual([])
  })
})

describe("a read-only run", () => {
  it("may run commands that only read, and no others", async () => {
    const command = (line: string) => task("run_in_terminal", { command: line })
    const scenario = literal(
      {
        "phase-1/round-1/plan/try-1": say(
          "plan_tool_call",
          plan(command("cat a.txt | wc -l"), command("cat a.txt > b.txt")),
        ),
        "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
      },
      { approve: "read-only" },
    )
    await using played = await play({ ...scenario, files: { "a.txt": "one\n" } })
    expect(await statuses(played.store as MemoryStore)).toEqual(["done", "refused"])
    expect(existsSync(join(played.folder, "b.txt"))).toBe(false)
  })
})

describe("what a command changes outside the scope", () => {
  it("is put back, recorded as a violation and told to the model; what is inside stays", async () => {
    const said: string[] = []
    const base = scoped.model()
    const model = {
      ...base,
      stream: (...[request, signal]: Parameters<typeof base.stream>) => {
        said.push(JSON.stringify(request.messages))
        return base.stream(request, signal)
      },
    }
    await using played = await play({ ...scoped, model: () => model })
    expect(await readFile(join(played.folder, "src/a.ts"), "utf8")).toBe("export {}\n")
    expect(await readFile(join(played.folder, "docs/a.md"), "utf8")).toBe("a\ngood\n")
    expect(played.result.files.map(({ path }) => path)).toEqual(["docs/a.md", "docs/b.md"])
    const violations = played.events.flatMap(({ event }) => (event.type === "violation.recorded" ? [event.reason] : []))
    expect(violations).toEqual([expect.stringContaining("src/a.ts changed outside")])
    expect(said.at(-1)).toContain("src/a.ts changed outside")
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
  })
})
