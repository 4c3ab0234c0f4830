import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call } from "../../src/testing/server-reply.ts"
import { jsonLines, place } from "./keelson.ts"

const WRITE = { path: "a.txt", content: "a\n" }
const FLAGS = ["--strategy", "react", "--approve", "full", "--no-sandbox"]

type Files = Readonly<Record<string, string>>

/** One run of plain lines: what stands on standard error after the last line of the run itself, and the answer. */
async function end(
  files: Files,
  { request = "Write a.txt.", flags = [] as readonly string[], story = [() => call("write_file", WRITE)] } = {},
) {
  const here = place(files)
  const steps = [...story]
  const server = await here.serve(
    () => steps.shift()?.() ?? call("task_done", { summary: "It is **written**.", missing: [] }),
  )
  const run = await here.keelson("run", request, ...FLAGS, ...flags, ...here.modelAt(server))
  const lines = run.stderr.trimEnd().split("\n")
  return { here, ...run, lines: lines.slice(lines.findLastIndex((line) => line.startsWith("[")) + 1) }
}

const scripts = (all: Files) => ({ "package.json": JSON.stringify({ name: "a", version: "1.0.0", scripts: all }) })

const PASSES = "echo '# pass 12'; echo '# fail 0'"
const LINT = "echo Some problems were detected:; echo ------; echo package.json needs to be updated; exit 1"

test("done: what is green and what is red as before, without Markdown, with the lines that tell why and how to see the rest", async () => {
  const { code, stdout, lines, here } = await end(
    scripts({ test: PASSES, posttest: "npm run lint", lint: "true", postlint: LINT }),
  )
  expect(code).toBe(0)
  expect(stdout).toBe("It is **written**.\n")
  expect(lines).toEqual([
    expect.stringMatching(/^Outcome: done, verified by 12 passing tests; red as before: test /),
    "Files changed:",
    expect.stringMatching(/^ {2}a\.txt {2}\+1 .0 {2}new$/),
    "Checks:",
    expect.stringMatching(/^ {2}test: red as before, in its script .*; all 12 tests pass$/),
    "    Some problems were detected:",
    "    package.json needs to be updated",
    "Tasks: 1 run, 0 failed; rounds: 2; model calls: 2",
    "See it: keelson diff · take it back: keelson undo",
    expect.stringMatching(/^Whole output of a check: keelson show \S+ --check test$/),
  ])
  const report = (await here.keelson("report", "--md", "-o", "-")).stdout
  expect(report).toMatch(/## Outcome\n\n- \*\*Outcome:\*\* done, verified by 12 passing tests; red as before: /)
  expect(report).toContain("  - test: red as before, in its script ")
})

test("not verified: no checks, and what could not run", async () => {
  const none = await end({})
  expect(none.lines[0]).toBe("Outcome: done, not verified: this project has no checks")
  const broken = await end(scripts({ lint: "no-such-linter ." }))
  expect(broken.lines[0]).toBe(
    "Outcome: done, not verified: no check passed as a whole; could not run: lint (no-such-linter is not installed)",
  )
  expect(broken.lines).toContain("  lint: could not run: no-such-linter is not installed")
})

test("failed: the reason and what shows it come before the answer, how to go on comes last", async () => {
  const failing = await end(scripts({ test: "test ! -e a.txt || { echo a.txt must not be there; exit 1; }" }))
  expect(failing.code).toBe(1)
  expect(failing.lines.slice(0, 4)).toEqual([
    "Outcome: failed: checks fail: test",
    "Checks:",
    "  test: failed",
    "    a.txt must not be there",
  ])
  expect(failing.lines.at(-1)).toMatch(/^Go on with: keelson resume /)
  const { message } = JSON.parse((await failing.here.keelson("show", "--json")).stdout).result
  expect(message).toMatch(
    /^- \*\*Outcome:\*\* failed: [\s\S]*\n\n---\n\nIt is \*\*written\*\*\.\n\n---\n- \*\*Files changed:/,
  )
})

test("incomplete and waiting ends begin with the outcome and end with what to do", async () => {
  const short = await end({}, { flags: ["--max-iterations", "1"] })
  expect(short.code).toBe(4)
  expect(short.lines[0]).toMatch(/^Outcome: incomplete: the iteration limit was reached/)
  expect(short.lines.at(-1)).toMatch(/^Go on with: keelson resume \S+ --max-iterations/)
  const { code, stdout, stderr } = await waiting("Write a.txt, then b.txt.")
  expect(code).toBe(3)
  expect(stdout).toMatch(
    /^What was achieved so far:\n- Write a\.txt\n- \*\*Files changed:\*\* a\.txt \(new\)\n\nThe run needs your approval: [^\n]*\n```\n[\s\S]*touch b\.txt[\s\S]*\n```[\s\S]*\nAnswer with: keelson answer \S+ --allow [^\n]*\n$/,
  )
  const lines = stderr.trimEnd().split("\n")
  expect(lines.slice(-2)).toEqual(["Outcome: waiting for you", expect.stringMatching(/^Answer with: keelson answer /)])
  for (const flags of [["-p"], ["--schema", "shape.json"]]) {
    const bare = await waiting("Write a.txt, then b.txt.", flags)
    expect(bare).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("Answer with: keelson answer ") })
    expect(bare.stderr).toContain("The run needs your approval")
  }
  const json = await waiting("Write a.txt, then b.txt.", ["--json"])
  const last = jsonLines(json.stdout).at(-1)
  expect(last).toMatchObject({ type: "result", outcome: "waiting", answer: "", exit_code: 3 })
  expect(json.stdout).not.toContain("achieved so far")
})

test("a waiting run in Chinese; one that did nothing yet has its question alone", async () => {
  const { stdout, stderr } = await waiting("请写 a.txt 和 b.txt 这两个文件。")
  expect(stdout).toMatch(
    /^目前的进展：\n- Write a\.txt\n- \*\*改动的文件：\*\* a\.txt \(新建\)\n\n需要您批准：[\s\S]*\n回答方式：keelson answer /,
  )
  expect(stderr).toContain("结果: 等待您的回复\n回答方式：keelson answer ")
  const here = place()
  const server = await here.serve(() => call("write_file", WRITE))
  const flags = ["--strategy", "react", "--approve", "ask", ...here.modelAt(server)]
  const alone = await here.keelson("run", "Write a.txt.", ...flags)
  expect(alone.stdout).toMatch(/^The run needs your approval: /)
})

/** A run that writes a file, and then asks for a command. */
async function waiting(request: string, flags: readonly string[] = []) {
  const here = place({ "shape.json": JSON.stringify({ type: "object", properties: {} }) })
  const steps = [() => call("write_file", WRITE)]
  const server = await here.serve(() => steps.shift()?.() ?? call("run_in_terminal", { command: "touch b.txt" }))
  const rules = [{ tool: "write_file", decision: "allow" }]
  const folder = join(here.root, "config", "keelson")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "config.json"), JSON.stringify({ rules }))
  const kind = ["--strategy", "react", "--approve", "ask", "--no-sandbox"]
  return here.keelson("run", request, ...kind, ...flags, ...here.modelAt(server))
}

test("facts are shown without the backslashes of their Markdown", async () => {
  const { lines } = await end(
    scripts({ test: "test ! -e a.txt || { echo 'its value becomes *** where <value> is'; exit 1; }" }),
    {
      request: "Write a.txt; its value becomes *** where <value> is, and `insured: <value in cents>` is kept.",
    },
  )
  expect(lines.join("\n")).not.toContain("\\")
})

test("what failed is told by the line that says why; a look at red tests, and what a check ran, is not told at all", async () => {
  const files = scripts({ test: "node check.js" })
  const loud = Array.from({ length: 3000 }, (_, n) => `line ${n} of much`)
  const story = [
    () => call("run_in_terminal", { command: "npm test" }),
    () => call("run_in_terminal", { command: "node much.js" }),
    () => call("write_file", WRITE),
  ]
  const { lines, stderr } = await end(
    {
      ...files,
      "check.js":
        "if (!require('fs').existsSync('a.txt')) { console.log('not ok 1 - a.txt is there'); process.exit(1) } console.log('# pass 3\\n# fail 0')",
      "much.js": `console.log(${JSON.stringify(loud)}.join("\\n").replace("line 1500", "Error: no such table")); process.exit(1)`,
    },
    { story },
  )
  expect(lines[0]).toBe("Outcome: done, verified by 3 passing tests")
  expect(stderr).toMatch(/Run npm test: failed in .*: not ok 1 - a\.txt is there\n/)
  expect(stderr).toMatch(/Run node much\.js: failed in .*: Error: no such table of much\n/)
  expect(stderr).not.toContain("Key lines")
  expect(lines.filter((line) => line.startsWith("Not successful"))).toEqual([
    "Not successful: task 2: run_in_terminal Run node much.js (failed) – Error: no such table of much",
  ])
})

test("in Chinese", async () => {
  const { lines } = await end(scripts({ test: PASSES, lint: LINT }), {
    request: "请写 a.txt 这个文件，内容是一个字母。",
  })
  expect(lines[0]).toBe("结果: 已完成，验证依据：12 个通过的测试；与运行前一样未通过：lint")
  expect(lines).toContain("  lint：与运行前一样未通过")
})
