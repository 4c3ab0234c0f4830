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
  expect(strict.stdout).toContain("phase-1/round-2  repeated_call  guidance")
  const off = JSON.parse((await here.keelson("replay", id, "--set", "reflection=off", "--json")).stdout)
  expect(JSON.stringify(off)).toContain("[]")
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
