import { randomBytes } from "node:crypto"
import { existsSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { hang } from "../../src/testing/server-reply.ts"
import { type Place, place } from "./keelson.ts"
import { story, WRITE_NOTE } from "./scripts.ts"

/** A place with so many runs that have ended, and one that died. */
async function withRuns(count: number): Promise<Place> {
  const here = place()
  for (let n = 0; n < count; n++) {
    const server = await here.serve(story({ plans: [WRITE_NOTE] }))
    await here.keelson("run", `Write a note, the ${n}.`, "--approve", "full", "--quiet", ...here.modelAt(server))
  }
  const running = here.start(["run", "Look around", ...here.modelAt(await here.serve(() => hang()))])
  await running.hears("stderr", "started: ")
  running.process.kill("SIGKILL")
  await running.end
  return here
}

async function titles(here: Place): Promise<string[]> {
  const { stdout } = await here.keelson("runs", "--json")
  return (JSON.parse(stdout) as { title: string }[]).map(({ title }) => title)
}

test("old runs are removed as far as asked; what has not ended stays", async () => {
  const here = await withRuns(2)
  expect((await here.keelson("runs", "--prune")).stdout).toContain("0 runs removed")
  expect((await here.keelson("runs", "--prune", "--older-than", "1d")).stdout).toContain("0 runs removed")
  expect((await here.keelson("runs", "--prune", "--keep", "2")).stdout).toMatch(/^1 run removed, \d+ kB/)
  expect(await titles(here)).toEqual(["Look around", "Write a note, the 1."])
  expect((await here.keelson("doctor")).stdout).toMatch(/2 runs in .*: \d+ kB, checkpoints [\d.]+ kB/)
  // What only it could be undone with goes with it.
  const { stdout } = await here.keelson("runs", "--prune", "--max-size", "0")
  expect(stdout).toMatch(/^1 run removed, .*; checkpoints [1-9][\d.]* kB/)
  expect(await titles(here)).toEqual(["Look around"])
  expect((await here.keelson("runs", "--keep", "1")).code).toBe(2)
})

test("of the checkpoints those stay that a run needs which stays", async () => {
  const here = place()
  for (const name of ["one", "two"]) {
    const content = `${randomBytes(60_000).toString("hex")}\n`
    const tasks = [{ id: 1, tool: "write_file", arguments: { path: `${name}.md`, content }, depends_on: [] }]
    const server = await here.serve(story({ plans: [{ tasks }] }))
    await here.keelson("run", `Write ${name}.`, "--approve", "full", "--quiet", ...here.modelAt(server))
    rmSync(join(here.workspace, "one.md"), { force: true })
  }
  expect((await here.keelson("runs", "--prune", "--keep", "1")).stdout).toMatch(/; checkpoints [6-9]\d kB/)
  expect((await here.keelson("undo", "-y")).code).toBe(0)
  expect(existsSync(join(here.workspace, "two.md"))).toBe(false)
  const again = await here.serve(story({ plans: [WRITE_NOTE] }))
  expect((await here.keelson("run", "Write a note.", "--approve", "full", ...here.modelAt(again))).code).toBe(0)
})

test("a state folder that has grown large is spoken of at the end of a run", async () => {
  const here = place()
  const run = async () => {
    const server = await here.serve(story({ plans: [WRITE_NOTE] }))
    return here.keelson("run", "Write a note.", "--approve", "full", ...here.modelAt(server))
  }
  expect((await run()).stderr).not.toContain("--prune")
  const large = join(here.environment.KEELSON_STATE as string, "keelson.db-large")
  writeFileSync(large, "")
  truncateSync(large, 3e9)
  expect((await run()).stderr).toMatch(
    /keelson: runs and checkpoints take 3\.\d GB .* keelson runs --all --prune --older-than 30d\n/,
  )
})

test("what was taken away from the store is forgotten with it", async () => {
  const here = await withRuns(0)
  const state = here.environment.KEELSON_STATE as string
  for (const end of ["", "-wal", "-shm"]) rmSync(join(state, `keelson.db${end}`), { force: true })
  expect((await here.keelson("runs", "--prune")).stderr).toContain("1 run gone")
  expect((await here.keelson("runs")).stderr).not.toContain("gone")
})
