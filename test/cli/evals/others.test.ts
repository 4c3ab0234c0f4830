import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { place } from "../keelson.ts"
import { at, mind, writeJobs } from "./jobs.ts"

/* The same small jobs in the layouts of other people's benchmarks, read as they are. */

const ALONE = ["--models", "ollama:able", "--strategies", "react", "--json"]

test("SWE-bench's lines: tests by their names, after a patch that the run never sees", async () => {
  const here = place()
  const git = (...words: string[]) => execFileSync("git", words, { cwd: join(here.workspace, "jobs/repos/a__b") })
  const commit = () => git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x")
  here.write("jobs/repos/a__b/README.md", "Words.\n")
  here.write("jobs/repos/a__b/test.sh", "echo 'PASSED readme'\n")
  git("init", "-q")
  git("add", ".")
  commit()
  const base = execFileSync("git", ["rev-parse", "HEAD"], {
    cwd: join(here.workspace, "jobs/repos/a__b"),
    encoding: "utf8",
  }).trim()
  const patch = (path: string, lines: string[]) =>
    `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join("")}`
  const row = (id: string, more: object = {}) => ({
    repo: "a/b",
    instance_id: id,
    base_commit: base,
    problem_statement: "Write the word alpha.",
    patch: patch("alpha.txt", ["alpha"]),
    test_patch: patch("alpha.sh", [
      "if grep -qx alpha alpha.txt; then echo 'PASSED alpha'; else echo 'FAILED alpha'; exit 1; fi",
    ]),
    FAIL_TO_PASS: '["alpha"]',
    PASS_TO_PASS: ["readme"],
    test_cmd: "sh test.sh && sh alpha.sh",
    ...more,
  })
  const rows = [row("a__b-1"), row("c__d-2", { repo: "c/d" }), row("a__b-3", { PASS_TO_PASS: ["another"] })]
  here.write("jobs/some.jsonl", rows.map((one) => `${JSON.stringify(one)}\n`).join(""))
  const { url } = await here.emulate("ollama", { mind })
  const end = await here.keelson("eval", "jobs/some.jsonl", ...ALONE, "--predictions", "preds.jsonl", ...at(url))
  expect(end, end.stderr).toMatchObject({ code: 0 })
  const { controls, cells } = JSON.parse(end.stdout)
  expect(controls.map(({ why }: { why: string }) => why)).toEqual([
    "",
    "its repository is not here: put a clone of c/d into repos/c__d beside the file",
    "its own solution does not pass: another: it did not run",
  ])
  expect(cells).toMatchObject([{ done: true, checks: [{ name: "alpha" }, { name: "readme" }] }])
  expect(JSON.parse(readFileSync(join(here.workspace, "preds.jsonl"), "utf8"))).toMatchObject({
    instance_id: "a__b-1",
    model_name_or_path: "ollama:able · react",
    model_patch: expect.stringContaining("+alpha"),
  })
})

const hasPython = spawnSync("python3", ["--version"]).status === 0

test.runIf(hasPython)(
  "Aider's exercises: a stub, instructions, and tests that the run gets to see as little as .meta",
  async () => {
    const here = place()
    const at1 = "poly/python/exercises/practice/word-alpha"
    here.write(`${at1}/.docs/instructions.md`, "# Write the word alpha\n")
    here.write(
      `${at1}/.meta/config.json`,
      JSON.stringify({ files: { solution: ["alpha.txt"], test: ["alpha_test.py"], example: [".meta/example.txt"] } }),
    )
    here.write(`${at1}/.meta/example.txt`, "alpha\n")
    here.write(`${at1}/alpha.txt`, "nothing\n")
    here.write(`${at1}/alpha_test.py`, "x\n")
    here.write(
      "poly/cobol/exercises/practice/old/.meta/config.json",
      JSON.stringify({ files: { solution: ["a"], test: ["b"] } }),
    )
    // In place of the real one, which is not everywhere: it is found in the folder first.
    here.write(
      `${at1}/pytest.py`,
      'import os, sys\nok = os.path.exists("alpha_test.py") and open("alpha.txt").read() == "alpha\\n"\nsys.exit(0 if ok else 1)\n',
    )
    const { url } = await here.emulate("ollama", { mind })
    const end = await here.keelson("eval", "poly", ...ALONE, ...at(url))
    const { controls, cells } = JSON.parse(end.stdout)
    expect(controls).toMatchObject([
      { job: "cobol-old", counts: false, why: "how tests of cobol are run is not known" },
      { job: "python-word-alpha", counts: true, nothing: "failed", solution: "passed" },
    ])
    expect(cells).toMatchObject([{ job: "python-word-alpha", done: true }])
  },
)

test("Harbor's tasks: those whose container is nothing but files, with their reward", async () => {
  const here = place()
  const task = (name: string, dockerfile: string) => {
    here.write(
      `tasks/${name}/task.toml`,
      'schema_version = "1.4"\n[agent]\ntimeout_sec = 60.0\n[verifier]\ntimeout_sec = 30.0\n',
    )
    here.write(
      `tasks/${name}/instruction.md`,
      "<!-- harbor-canary GUID x -->\nWrite the word alpha into /app/alpha.txt.\n",
    )
    here.write(`tasks/${name}/environment/Dockerfile`, dockerfile)
    here.write(`tasks/${name}/environment/src/README.md`, "Words.\n")
    here.write(
      `tasks/${name}/tests/test.sh`,
      "cd /app\nif grep -qx alpha alpha.txt && [ -f README.md ]; then echo 1; else echo 0; fi > /logs/verifier/reward.txt\n",
    )
    here.write(`tasks/${name}/solution/solve.sh`, "echo alpha > /app/alpha.txt\n")
  }
  task("files", "FROM debian:12\nWORKDIR /app\nCOPY src/ ./\n")
  task("built", "FROM debian:12\nRUN apt-get update\n")
  const { url } = await here.emulate("ollama", { mind })
  const end = await here.keelson("eval", "tasks", ...ALONE, ...at(url))
  expect(end, end.stderr).toMatchObject({ code: 0 })
  const { controls, cells } = JSON.parse(end.stdout)
  expect(controls).toMatchObject([
    { job: "built", why: 'it needs a container: its Dockerfile says "RUN apt-get update"' },
    { job: "files", counts: true, nothing: "failed", solution: "passed" },
  ])
  expect(cells).toMatchObject([{ job: "files", done: true }])
})

test("our own layout stays what a folder is read as first", async () => {
  const here = place()
  const { url } = await here.emulate("ollama", { mind })
  const end = await here.keelson("eval", join(writeJobs(here, 1), "write-alpha"), ...ALONE, ...at(url))
  expect(JSON.parse(end.stdout).cells).toMatchObject([{ job: "write-alpha", done: true }])
})
