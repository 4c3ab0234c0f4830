import { existsSync, mkdirSync, writeFileSync } from "node:fs"
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

const REQUIRED = [
  ["a flag", ["--require-sandbox"], {}, {}],
  ["the user's config", [], { sandbox: "required" }, {}],
  ["the workspace's config", [], {}, { sandbox: "required" }],
  ["the workspace's config against the user's", [], { sandbox: "off" }, { sandbox: "required" }],
] as const

test.each(REQUIRED)("where one is required by %s, no run starts without", async (_, flags, user, project) => {
  const here = place({ "keelson.config.json": JSON.stringify(project) })
  writeUserConfig(here, user)
  const server = await here.serve(story({ plans: [LIST] }))
  const words = ["run", "look", "--json", ...flags, ...here.modelAt(server)]
  const end = await here.start(words, { PATH: "/nowhere" }).end
  expect(end).toMatchObject({ code: 2, stdout: "" })
  expect(end.stderr).toMatch(/A sandbox is required, and there is none: .+ install it: /)
  expect((await here.keelson("runs", "--json")).stdout.trim()).toMatch(/^(\[\])?$/)
})

confinedTest("where one is required and there is one, it is used", async () => {
  const { stderr, environment } = await started(place(), ["--require-sandbox"])
  expect(stderr).toBe("")
  expect(environment).toMatchObject({ approve: "edits", sandbox: expect.any(String) })
})

test("a run that began without one does not go on where one is required by now", async () => {
  const here = place()
  const command = { id: 1, tool: "run_in_terminal", arguments: { command: "touch made" }, depends_on: [] }
  const server = await here.serve(story({ plans: [{ tasks: [command] }] }))
  const words = ["run", "do it", "--json", "--no-sandbox", ...here.modelAt(server)]
  const [first] = jsonLines((await here.keelson(...words)).stdout)
  const id = String(first?.run_id)
  writeUserConfig(here, { sandbox: "required" })
  const end = await here.keelson("answer", id, "--allow")
  const resumed = await here.keelson("resume", id)
  expect([end.code, resumed.code]).toContain(2)
  expect(end.stderr + resumed.stderr).toContain("A sandbox is required, and there is none: this run began without one.")
  expect(existsSync(join(here.workspace, "made"))).toBe(false)
})

test("a workspace may deny paths, and allow none", async () => {
  const here = place({ "keelson.config.json": JSON.stringify({ deny_read: ["private"], allow_read: ["~/.ssh"] }) })
  writeUserConfig(here, { deny_read: ["~/notes"], allow_write: ["~/out"] })
  const { stderr, environment } = await started(here, [])
  expect(stderr).toContain('sets "allow_read"; only your own config can do that.')
  expect(environment).toMatchObject({
    ...{ allow_read: [], deny_read: ["~/notes", "private"], allow_write: ["~/out"], deny_write: [] },
  })
})

function writeUserConfig(here: Place, config: object): void {
  const folder = join(here.root, "config", "keelson")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "config.json"), JSON.stringify(config))
}
