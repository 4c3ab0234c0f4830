import { expect, test } from "vitest"
import { call } from "../../src/testing/server-reply.ts"
import { place } from "./keelson.ts"

test("a task is opened by the number that lines call it by, a check by its name; each with its whole output", async () => {
  const here = place({ "package.json": JSON.stringify({ scripts: { test: "echo twelve pears; exit 3" } }) })
  const steps = [
    () => call("run_in_terminal", { command: "echo one" }),
    () => call("run_in_terminal", { command: "for i in 1 2 3; do echo apple $i; done; exit 4" }),
    () => call("write_file", { path: "a.txt", content: "a\n" }),
  ]
  const server = await here.serve(
    () => steps.shift()?.() ?? call("task_done", { summary: "It is written.", missing: [] }),
  )
  const flags = ["--strategy", "react", "--approve", "full", "--no-sandbox", ...here.modelAt(server)]
  const run = await here.keelson("run", "Write a.txt.", ...flags)
  expect(run.stderr).toMatch(/^\[.*\] 2 Run for i in .*: failed in /m)
  expect(run.stderr).toMatch(/^\[.*\] 3 Write a\.txt: done in /m)

  const opened = await here.keelson("show", "--task", "2")
  expect(opened.stdout).toMatch(
    /^Task 2: Run for i in .*\nrun_in_terminal · failed in .*\n\nInput\ncommand: for i in 1 2 3;/,
  )
  expect(opened.stdout).toMatch(/\n\nOutput\n.*4[\s\S]*apple 1\napple 2\napple 3\n/)
  const json = JSON.parse((await here.keelson("show", "--task", "3", "--json")).stdout)
  expect(json).toMatchObject({ number: 3, status: "done", arguments: { path: "a.txt", content: "a\n" } })
  const none = await here.keelson("show", "--task", "9")
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("has no task 9; it has 1 to 3") })

  const check = await here.keelson("show", "--check", "test")
  expect(check.stdout).toMatch(/^Check test: .*\nfailed · exit code 3 · [\s\S]*twelve pears/)
  const other = await here.keelson("show", "--check", "lint")
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('ran no check "lint"; it ran test') })
  // The tree and the report have the same numbers.
  expect((await here.keelson("show")).stdout).toContain("✗ 2 run_in_terminal")
  expect((await here.keelson("report", "--md", "-o", "-")).stdout).toContain("- 3 done: `write_file`")
})
