import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { confinedTest } from "../attacks/confined.ts"
import { jsonLines, type Place, place } from "./keelson.ts"
import { LIST, story } from "./scripts.ts"

/** Writes here and outside, and looks for our own state. */
function attack({ root }: Place) {
  const command = `echo confined > here; echo attack > /etc/keelson-attack; cat ${join(root, "state")}/*`
  return { tasks: [{ id: 1, tool: "run_in_terminal", arguments: { command }, depends_on: [] }] }
}

/** What a run recorded of its surroundings, and what it told the user. */
async function started(here: Place, flags: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const server = await here.serve(story({ plans: [LIST] }))
  const end = await here.start(["run", "look", "--json", ...flags, ...here.modelAt(server)], environment).end
  const [first] = jsonLines(end.stdout)
  return { stderr: end.stderr, environment: first?.environment }
}

confinedTest("a sandbox is used where there is one, also when it is only remembered", async () => {
  const here = place()
  for (const _ of ["found", "remembered"]) {
    const { stderr, environment } = await started(here, [])
    expect(stderr).toBe("")
    expect(environment).toMatchObject({ approve: "edits", sandbox: expect.any(String), network: false })
  }
})

confinedTest("its commands see neither the rest of the machine as theirs nor our own state", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [attack(here)] }))
  const end = await here.keelson("run", "do it", "--json", "--approve", "full", ...here.modelAt(server))
  const ended = jsonLines(end.stdout).find(({ type }) => type === "task.ended")
  expect(ended).toMatchObject({
    status: "failed",
    digest: expect.stringMatching(/Read-only file system\ncat: .+No such/),
  })
  expect(existsSync(join(here.workspace, "here"))).toBe(true)
})

test("without one the user is told once, and the policy is stricter", async () => {
  const here = place()
  const { stderr, environment } = await started(here, [], { PATH: "/nowhere" })
  expect(stderr).toMatch(/^keelson: commands are not confined: .+ install it: .+\.\n$/)
  expect(environment).toMatchObject({ approve: "ask", sandbox: null })
})

confinedTest("--network is recorded", async () => {
  const { environment } = await started(place(), ["--network"])
  expect(environment).toMatchObject({ sandbox: expect.any(String), network: true })
})

test("--no-sandbox needs no notice", async () => {
  const { stderr, environment } = await started(place(), ["--no-sandbox"], { PATH: "/nowhere" })
  expect(stderr).toBe("")
  expect(environment).toMatchObject({ approve: "ask", sandbox: null })
})
