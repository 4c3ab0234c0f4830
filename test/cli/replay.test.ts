import { expect, test } from "vitest"
import { place } from "./keelson.ts"
import { LIST, story } from "./scripts.ts"

test("a stored run is looked at with other thresholds, without asking a model", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [LIST, LIST, LIST] }))
  const run = await here.keelson("run", "look", "--quiet", "--approve", "full", ...here.modelAt(server))
  expect([0, 1, 4]).toContain(run.code)
  const [{ id }] = JSON.parse((await here.keelson("runs", "--json")).stdout)
  const asked = server.requests.length
  const strict = await here.keelson("replay", id, "--set", "reflection=strict")
  expect(strict).toMatchObject({ code: 0, stderr: "" })
  expect(strict.stdout).toMatch(/phase-1\/round-2 +repeated_call +guidance/)
  const other = await here.keelson(
    "replay",
    id,
    "--set",
    "max_iterations=4",
    "--set",
    "constraints.all.forbid=list_files",
  )
  expect(other.stdout).toMatch(/^\d+ turns; .*; limits: 1 with these settings, 0 in the run \(\+1 -0\); violations: 3 /)
  expect(other.stdout).toMatch(/^\+ {2}phase-1\/round-2 +max_iterations +ends +4 used of 4$/m)
  expect(other.stdout).toMatch(/^\+ {2}phase-1\/round-1\/task-1 +list_files +violation +list_files is not allowed/m)
  const off = JSON.parse((await here.keelson("replay", id, "--set", "reflection=off", "--json")).stdout)
  expect(off).toMatchObject({ alarms: { fired: [] }, limits: { fired: [] }, violations: { fired: [] } })
  expect(server.requests.length).toBe(asked)
})

test("a setting that does not exist is refused in one line", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [LIST] }))
  await here.keelson("run", "look", "--quiet", "--approve", "full", ...here.modelAt(server))
  const [{ id }] = JSON.parse((await here.keelson("runs", "--json")).stdout)
  const end = await here.keelson("replay", id, "--set", "reflection.nonsense=1")
  expect(end.code).toBe(2)
  expect(end.stderr.trim().split("\n")).toHaveLength(1)
  expect(await here.keelson("resume", id, "--fork")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("not blocked"),
  })
})
