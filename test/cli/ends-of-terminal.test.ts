import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { hang } from "../../src/testing/server-reply.ts"
import { type Place, place } from "./keelson.ts"
import { story, WRITE_NOTE } from "./scripts.ts"
import { throughShell } from "./through-shell.ts"

/* What becomes of a run whose terminal goes away, or whose words can't be written. */

const SUMMARY = "The note is written."

async function noted(): Promise<{ readonly here: Place; readonly words: readonly string[] }> {
  const here = place()
  const server = await here.serve(story({ plans: [WRITE_NOTE], summary: SUMMARY }))
  return { here, words: ["run", "Write a note", "--approve", "full", ...here.modelAt(server)] }
}

test.each(["SIGHUP", "SIGQUIT", "SIGTERM"] as const)("%s ends a run with its report", async (signal) => {
  const here = place()
  const server = await here.serve(() => hang())
  const running = here.start(["run", "Look around", ...here.modelAt(server)])
  await running.hears("stderr", "started: ")
  running.process.kill(signal)
  const end = await running.end
  expect(end.code).toBe(130)
  expect(end.stderr).toContain("Outcome: cancelled: interrupted")
  expect((await here.keelson("runs")).stdout).toContain("cancelled")
})

test("what is started with nohup outlives its terminal", async () => {
  const here = place()
  const tale = story({ plans: [WRITE_NOTE], summary: SUMMARY })
  const server = await here.serve((body, n) => {
    if (n === 0) process.kill(Number(readFileSync(join(here.root, "pid"), "utf8")), "SIGHUP")
    return typeof tale === "function" ? tale(body, n) : hang()
  })
  // As nohup leaves standard input where it was a terminal.
  const script = `echo $$ > ${here.root}/pid; exec "$@" 0> /dev/null`
  const end = await throughShell(here, script, ["run", "Write a note", "--approve", "full", ...here.modelAt(server)])
  expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining(SUMMARY) })
})

test("a full disk under standard error changes nothing", async () => {
  const { here, words } = await noted()
  const end = await throughShell(here, '"$@" 2> /dev/full', words)
  expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining(SUMMARY) })
})

test("an answer that can't be written to standard output is said to be kept, in one line", async () => {
  const { here, words } = await noted()
  const end = await throughShell(here, '"$@" > /dev/full', [...words, "--quiet"])
  expect(end.code).toBe(1)
  expect(end.stderr).toMatch(/^keelson: standard output can't be written \(ENOSPC\).*keelson show.*\n$/)
  expect((await here.keelson("show")).stdout).toContain(SUMMARY)
})

test("an --output that can't be written hides nothing", async () => {
  const { here, words } = await noted()
  const end = await here.keelson(...words, "--quiet", "--output", "/dev/full")
  expect(end).toMatchObject({ code: 1, stdout: expect.stringContaining(SUMMARY) })
  expect(end.stderr).toMatch(/^keelson: --output: "\/dev\/full" can't be written \(ENOSPC\).*\n$/)
})

const SERVER = fileURLToPath(new URL("../mcp/fixture/stdio-server.ts", import.meta.url))

test("a program that an MCP server left behind does not hold the process up", async () => {
  const { here, words } = await noted()
  mkdirSync(join(here.root, "config", "keelson"), { recursive: true })
  // It has the server's pipes, and lives on when the server has gone.
  const command = `sleep 600 & echo $! > ${here.root}/left; exec ${process.execPath} ${SERVER}`
  const servers = { small: { command: "/bin/sh", args: ["-c", command] } }
  writeFileSync(join(here.root, "config", "keelson", "config.json"), JSON.stringify({ mcp: { servers } }))
  const end = await throughShell(here, `"$@"; code=$?; kill -9 $(cat ${here.root}/left) && exit $code; exit 99`, words)
  expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining(SUMMARY) })
})
