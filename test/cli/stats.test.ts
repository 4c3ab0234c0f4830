import { expect, test } from "vitest"
import { place } from "./keelson.ts"
import { LIST, story, WRITE_NOTE } from "./scripts.ts"

test("the five figures with their targets, and groups, over the runs of a folder", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [WRITE_NOTE] }))
  const looping = await here.serve(story({ plans: [LIST, LIST, LIST] }))
  const words = ["--quiet", "--approve", "full", "--strategy", "phased"]
  await here.keelson("run", "write a note", ...words, ...here.modelAt(server))
  await here.keelson("run", "look", ...words, ...here.modelAt(looping))
  const end = await here.keelson("stats", "--json")
  expect(end, end.stderr).toMatchObject({ code: 0 })
  const { all, targets, groups, unreadable } = JSON.parse(end.stdout)
  expect(unreadable).toEqual([])
  expect(all).toMatchObject({ runs: 2, deviation: 0 })
  expect(targets.map(({ figure }: { figure: string }) => figure)).toEqual([
    "deviation",
    "stall_delay",
    "repeats",
    "completion",
    "iterations",
  ])
  expect(groups.map(({ by }: { by: string }) => by)).toEqual(["model", "strategy", "week"])
  expect(groups[0]).toMatchObject({ name: "openai-compatible:scripted", runs: 2, calls: all.calls })
  const shown = await here.keelson("stats")
  expect(shown.stdout).toMatch(/^2 runs\n/)
  expect(shown.stdout).toMatch(/^calls against the plan's rules +0% +60% +below 15% +✓$/m)
})

test("before and after a setting: what other guards would have noticed in the same runs", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [LIST, LIST, LIST] }))
  await here.keelson("run", "look", "--quiet", "--approve", "full", "--strategy", "phased", ...here.modelAt(server))
  const other = JSON.parse(
    (await here.keelson("stats", "--set", "constraints.all.forbid=list_files", "--set", "reflection=strict", "--json"))
      .stdout,
  )
  expect(other.all.deviation).toBe(0)
  expect(other.with.deviation).toBe(1)
  expect(other.with.repeats).toBe(2)
  expect(other.with.completion).toBe(other.all.completion)
  const nonsense = await here.keelson("stats", "--set", "reflection.nonsense=1")
  expect(nonsense).toMatchObject({ code: 2, stdout: "" })
})

test("a folder without runs is told so", async () => {
  const here = place()
  expect(await here.keelson("stats")).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("no runs") })
})
