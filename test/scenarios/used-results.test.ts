import { readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { eventsOf, literal } from "../guards/front-door.ts"
import { patched, usedResults } from "./execution-scenarios.ts"
import { plan, say, task, unfinished } from "./lines.ts"
import { play, REQUEST, type Scenario, setStage } from "./play.ts"

describe("results of earlier tasks in arguments", () => {
  it("are put in before the task is checked and run; who can't have them is skipped", async () => {
    await using played = await play(usedResults)
    const read = (name: string) => readFile(join(played.folder, name), "utf8")
    expect(await read("copy.json")).toBe('{\n  "target": "made.txt",\n  "size": 3\n}')
    expect(await read("made.txt")).toBe('  "target": "made.txt",\n  "size": 3')
    expect(played.rung).toEqual(["broken", "made.txt"])
    const ended = await eventsOf(played.store, "task.ended")
    const skipped = ended.filter(({ status }) => status === "skipped").map(({ id, digest }) => `${id} ${digest}`)
    expect(skipped.sort()).toEqual([
      "5 Not run: task 4, which it depends on, did not succeed.",
      '6 Not run: the result of task 1 has nothing at "no.such.place".',
    ])
    const started = await eventsOf(played.store, "task.started")
    expect(started.map(({ title }) => title)).toContain("Write made.txt")
    expect(await readdir(played.folder)).toEqual(["copy.json", "data.json", "made.txt"])
  })

  it("are bound by scope, approval and the tool's own schema, as if the model had written them", async () => {
    const tasks = [
      task("read_file", { path: "data.json" }),
      task("write_file", { path: { $from: 1, path: "outside" }, content: "x" }),
      task("write_file", { path: { $from: 1, path: "away" }, content: "x" }),
      task("read_file", { path: { $from: 1, path: "number" }, start_line: { $from: 1, path: "away" } }),
      task("run_in_terminal", { command: { $from: 1, path: "command" } }),
    ]
    const scenario = literal(
      {
        "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...tasks)),
        "phase-1/round-1/judge/try-1": say("judge_tasks", unfinished({ next_action: "end_phase" })),
      },
      { scope: ["src/**"], approve: "edits" },
    )
    const data = { outside: "../x.txt", away: "docs/x.md", number: 7, command: "touch from-a-result" }
    const id = "phase-1/round-1/task-5/approval"
    await using played = await play({
      ...scenario,
      files: { "data.json": JSON.stringify(data) },
      answers: { [id]: { kind: "approval", decision: "deny", reason: "not now" } },
    })
    expect(await eventsOf(played.store, "approval.asked")).toEqual([
      expect.objectContaining({ question: id, detail: expect.stringContaining("touch from-a-result") }),
    ])
    const ended = await eventsOf(played.store, "task.ended")
    expect(Object.fromEntries(ended.map(({ id: number, status, digest }) => [number, `${status}: ${digest}`]))).toEqual(
      {
        1: expect.stringMatching(/^done/),
        2: expect.stringContaining('failed: Path "../x.txt" is outside the workspace'),
        3: "refused: Not run: docs/x.md is outside what this run may change: src/**.",
        4: expect.stringContaining("refused: Not run, the arguments don't fit: "),
        5: "refused: Not run: the user did not allow it: not now.",
      },
    )
  })
})

describe("a patch over several files", () => {
  const AFTER = { "drei.txt": "3\n", "one.txt": "1\n", "two.txt": "2\n" }
  const contents = async (folder: string) => {
    const names = (await readdir(folder)).sort()
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")])),
    )
  }

  it("is applied as a whole", async () => {
    await using played = await play(patched)
    expect(await contents(played.folder)).toEqual(AFTER)
    expect((await eventsOf(played.store, "task.ended")).map(({ status }) => status)).toEqual(["done"])
  })

  it.each<[string, Record<string, string | null>, string]>([
    [
      "before the first file",
      { "one.txt": "one\n", "two.txt": "two\n", "three.txt": "three\n", "drei.txt": null },
      "done",
    ],
    ["after the first file", { "two.txt": "two\n", "three.txt": "three\n", "drei.txt": null }, "done"],
    ["before the last name goes", { "three.txt": "three\n" }, "done"],
    ["after all", {}, "done"],
    ["and somebody else came", { "two.txt": "theirs\n", "three.txt": "three\n", "drei.txt": null }, "unknown"],
  ])("is completed after a crash %s", async (_name, leftBy, status) => {
    const scenario = patched
    await using stage = await setStage(scenario)
    let now = 1_000_000
    const store = new MemoryStore({ now: () => now })
    const write = await writeOfResult(scenario)
    const dying = await stage.agent(crashStore(store, write), scenario.model())
    await dying.run(REQUEST).catch(() => undefined)
    for (const [name, content] of Object.entries(leftBy)) {
      if (content === null) await rm(join(stage.folder, name))
      else await writeFile(join(stage.folder, name), content)
    }
    now += 60_000
    const [header] = await store.listRuns()
    const agent = await stage.agent(store, scenario.model())
    await (await agent.resume(header?.id ?? "")).result
    expect((await eventsOf(store, "task.ended")).map((ended) => ended.status)).toEqual([status])
    if (status === "done") expect(await contents(stage.folder)).toEqual(AFTER)
    else expect(await contents(stage.folder)).toMatchObject({ "two.txt": "theirs\n", "three.txt": "three\n" })
  })
})

/** Which write of the store records the result of the task. */
async function writeOfResult(scenario: Scenario): Promise<number> {
  for (let write = 1; ; write++) {
    await using stage = await setStage(scenario)
    const store = new MemoryStore()
    const dying = crashStore(store, write)
    await (await stage.agent(dying, scenario.model())).run(REQUEST).catch(() => undefined)
    const [header] = await store.listRuns()
    const keys = header ? (await store.load(header.id)).map(({ key }) => key) : []
    const hasIntent = keys.includes("phase-1/round-1/task-1#intent")
    if (hasIntent && !keys.includes("phase-1/round-1/task-1")) return write
    if (!dying.hasCrashed) throw new Error("The task left no intent.")
  }
}
