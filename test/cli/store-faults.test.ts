import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { expect, test } from "vitest"
import type { ServerScript } from "../../src/testing/index.ts"
import { hang } from "../../src/testing/server-reply.ts"
import { type Place, place } from "./keelson.ts"
import { story, WRITE_NOTE } from "./scripts.ts"
import { throughShell } from "./through-shell.ts"

/* What becomes of a run whose store fails under it. */

const SUMMARY = "The note is written."
const DATABASE = "keelson.db"

const stateOf = (here: Place) => here.environment.KEELSON_STATE as string

/** Tells its story; `before` happens while a call is under way. */
function interrupted(call: number, before: () => void, also: object = {}): ServerScript {
  const tale = story({ plans: [WRITE_NOTE], summary: SUMMARY, ...also })
  return (body, n) => {
    if (n === call) before()
    return typeof tale === "function" ? tale(body, n) : hang()
  }
}

async function written(here: Place, script: ServerScript): Promise<readonly string[]> {
  return ["run", "Write a note", "--approve", "full", ...here.modelAt(await here.serve(script))]
}

/** The report stands, nothing claims that no run was made, and it says how much of it is kept. */
const TOLD = {
  code: 1,
  stderr: expect.stringMatching(
    /Outcome: failed: the run's log can no longer be written[\s\S]*On disk are \d+ of \d+ records/,
  ),
}

/** Somebody else who writes, and does not come to an end. */
function lockOn(here: Place) {
  const held: DatabaseSync[] = []
  const release = () => {
    for (const database of held.splice(0)) database.close()
  }
  const take = () => {
    const database = new DatabaseSync(join(stateOf(here), DATABASE))
    database.exec("BEGIN IMMEDIATE")
    held.push(database)
  }
  return { take, release, [Symbol.dispose]: release }
}

test("a lock is waited for, with a word, and the run goes on", async () => {
  const here = place()
  using lock = lockOn(here)
  const running = here.start(await written(here, interrupted(1, lock.take)))
  await running.hears("stderr", "waiting for the store of runs, which another process keeps locked")
  lock.release()
  expect(await running.end).toMatchObject({ code: 0, stdout: expect.stringContaining(SUMMARY) })
})

test("a lock is said within a second also where there is no run yet, and as JSON where there is", async () => {
  const here = place()
  await here.keelson("runs")
  using lock = lockOn(here)
  const words = await written(here, interrupted(1, lock.take))
  lock.take()
  const running = here.start([...words, "--json"])
  await running.hears("stderr", "waiting for the store of runs, which another process keeps locked")
  expect(running.stdout).toBe("")
  lock.release()
  await running.hears("stdout", '{"type":"engine.busy","with":"store"}')
  lock.release()
  await running.hears("stdout", '{"type":"engine.busy","with":"store","over":true}')
  expect((await running.end).code).toBe(0)
})

test("who ends a run that waits for its store gets its report", async () => {
  const here = place()
  using lock = lockOn(here)
  const running = here.start(await written(here, interrupted(1, lock.take)))
  await running.hears("stderr", "waiting for the store of runs")
  running.process.kill("SIGINT")
  const end = await running.end
  lock.release()
  expect(end).toMatchObject({ code: 130, stderr: expect.stringContaining("Outcome: cancelled: interrupted") })
})

test("a store that is removed in the middle costs the run neither its report nor its exit code", async () => {
  const here = place()
  const remove = () => rmSync(join(stateOf(here), DATABASE))
  const end = await here.keelson(...(await written(here, interrupted(2, remove))))
  expect(end).toMatchObject(TOLD)
  expect(end.stderr).toContain("somebody removed or replaced it")
})

test("so does a full disk, and what is on disk is gone on with", async () => {
  const here = place()
  await here.keelson("runs")
  // What it says then is more than a file may hold under the shell's limit.
  const words = await written(
    here,
    interrupted(2, () => {}, { summary: "x".repeat(480_000) }),
  )
  const full = await throughShell(here, 'trap "" XFSZ; ulimit -f 800; exec "$@"', words)
  expect(full).toMatchObject(TOLD)
  expect(full.stderr).toMatch(/note\.md +\+\d+ −0 {2}new/)
  expect(full.stderr).toContain("keelson resume")

  const again = await here.serve(story({ plans: [WRITE_NOTE], summary: SUMMARY }))
  const [, run = ""] = /keelson resume ([\w-]+)/.exec(full.stderr) ?? []
  const end = await here.keelson("resume", run, ...here.modelAt(again))
  expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining(SUMMARY) })
})

/** A run that died after it had written, and the store as it was before. */
async function died(here: Place): Promise<string> {
  const copy = join(here.root, "copy")
  mkdirSync(copy)
  const keep = () => {
    for (const name of readdirSync(stateOf(here)).filter((file) => /^keelson\.db(-wal|-shm)?$/.test(file)))
      cpSync(join(stateOf(here), name), join(copy, name))
  }
  const script = interrupted(0, keep)
  const running = here.start(
    await written(here, (body, n) => (n < 2 && typeof script === "function" ? script(body, n) : hang())),
  )
  await running.hears("stderr", "Write note.md: done")
  running.process.kill("SIGKILL")
  await running.end
  return copy
}

test("a store that was rolled back is noticed, and no run does twice what it did", async () => {
  const here = place()
  const copy = await died(here)
  for (const name of readdirSync(stateOf(here)).filter((file) => /^keelson\.db(-wal|-shm)?$/.test(file)))
    rmSync(join(stateOf(here), name))
  cpSync(copy, stateOf(here), { recursive: true })
  const list = await here.keelson("runs")
  expect(list.stderr).toMatch(
    /^keelson: the store of runs was cut, emptied or rolled back\. 1 log cut: .* ends with entry \d+ of \d+/,
  )
  const end = await here.keelson("resume", ...here.modelAt(await here.serve(() => hang())))
  expect(end.code).toBe(2)
  expect(end.stderr).toContain("would be done a second time")
})

test("a store that was emptied is noticed", async () => {
  const here = place()
  await here.keelson(...(await written(here, story({ plans: [WRITE_NOTE] }))))
  for (const name of readdirSync(stateOf(here)).filter((file) => /^keelson\.db(-wal|-shm)?$/.test(file)))
    rmSync(join(stateOf(here), name))
  expect((await here.keelson("runs")).stderr).toMatch(
    /^keelson: the store of runs was cut, emptied or rolled back\. 1 run gone/,
  )
})
