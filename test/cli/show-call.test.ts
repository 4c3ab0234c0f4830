import { expect, test } from "vitest"
import { place } from "./keelson.ts"
import { LIST, story } from "./scripts.ts"

test("a call is shown by its number: what was sent, what is new in it, what came back; and a run is filed away", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [LIST] }))
  await here.keelson("run", "look around", "--quiet", "--approve", "full", ...here.modelAt(server))
  const [{ id }] = JSON.parse((await here.keelson("runs", "--json")).stdout)
  const shown = await here.keelson("show", id)
  expect(shown.stdout).toMatch(/^1\. model answered /m)
  const first = await here.keelson("show", id, "--call", "1")
  expect(first.stdout).toMatch(/^Call 1 of \d+: /)
  expect(first.stdout).toContain("look around")
  expect(first.stdout).toMatch(/^Came back\n→ /m)
  const second = await here.keelson("show", id, "--call", "2")
  expect(second.stdout).toMatch(/^\d+ sections? as in call 1: --whole prints them$/m)
  const whole = JSON.parse((await here.keelson("show", id, "--call", "2", "--json")).stdout)
  expect(whole.sent.some(({ same }: { same: boolean }) => same)).toBe(true)
  const none = await here.keelson("show", id, "--call", "99")
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining(`has no call 99; it made ${whole.of}`) })

  expect((await here.keelson("runs", "--archive", id)).stdout).toContain("is archived")
  expect((await here.keelson("runs")).stdout).not.toContain(id)
  expect((await here.keelson("runs", "--archived")).stdout).toContain(id)
  await here.keelson("runs", "--restore", id)
  expect((await here.keelson("runs")).stdout).toContain(id)
})

test("nothing is kept of calls where that is switched off", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [LIST] }))
  await here.keelson("run", "look", "--quiet", "--approve", "full", "--no-keep-calls", ...here.modelAt(server))
  expect((await here.keelson("show", "--call", "1")).stdout).toContain("nothing of it is kept")
})
