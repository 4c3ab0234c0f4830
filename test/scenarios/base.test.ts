import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import type { AgentOptions } from "../../src/agent.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import type { RunResult } from "../../src/protocol/log/run.ts"
import { readArtifact } from "../../src/run/lifecycle/lookup/read-artifacts.ts"
import { type CheckReport, isReport } from "../../src/run/verification/check-report.ts"
import { type Judgement, judgeChecks } from "../../src/run/verification/judgement.ts"
import { checksText } from "../../src/run/verification/prompts.ts"
import type { ScriptCall } from "../../src/testing/script-line.ts"
import { findSandbox } from "../../src/tools/sandbox/sandbox.ts"
import { someOf } from "../sample.ts"
import { pictureOf, script, shell, type UndoPlace, undoPlace, writing } from "./undo-place.ts"

/* Real projects: what their checks say at the end, and what the base says of it, in the sandbox and without. */

const search = await findSandbox()
const SANDBOXES = [
  ["without a sandbox", null],
  ...("sandbox" in search ? [["in the sandbox", search.sandbox] as const] : []),
] as readonly (readonly [string, Exclude<AgentOptions["sandbox"], undefined>])[]

const testing = (command: string, more: object = {}) =>
  JSON.stringify({ name: "sums", type: "module", scripts: { test: command, ...more } })
const SUM = "export const sum = (a, b) => a + b\n"
const TESTS = `import { test } from "node:test"
import assert from "node:assert"
import { sum } from "../src/sum.js"
test("adds two numbers", () => assert.equal(sum(1, 2), 3))
test("adds none at all", () => assert.equal(sum(0, 0), 0))
`
const RED = `import { test } from "node:test"
import assert from "node:assert"
test("was red before", () => assert.equal(1, 2))
`
const PROJECT = { "package.json": testing("node --test"), "src/sum.js": SUM, "test/sum.test.js": TESTS }
const RED_PROJECT = { ...PROJECT, "test/old.test.js": RED }
const BROKEN = "export const sum = (a, b) => a * b\n"
const HARMLESS = writing("src/more.js", "export const more = 1\n")

type Turns = readonly (readonly ScriptCall[])[]

async function reportOf(store: RunStore, runId: string): Promise<CheckReport> {
  const steps = (await store.load(runId)).flatMap(({ record }) =>
    record.kind === "step" && isReport(record.value) ? [record.value] : [],
  )
  return steps.at(-1) as CheckReport
}

async function judged({ store }: UndoPlace, { run_id }: RunResult, request = "Do it."): Promise<Judgement> {
  return judgeChecks(await reportOf(store, run_id), { request, mustPass: [], language: "en" })
}

const OWN = [{ check: "test", kind: "own" }]

/** What a run does, and what is to be said of it. */
type Case = {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly turns: Turns
  readonly outcome: "done" | "failed"
  readonly judgement: object
}

const CASES: readonly Case[] = [
  {
    name: "red before and after",
    files: RED_PROJECT,
    turns: [[HARMLESS]],
    outcome: "done",
    judgement: { counting: [], unknown: [], except: ["red as before: test"], notes: [] },
  },
  {
    name: "red before, worse after",
    files: RED_PROJECT,
    turns: [[writing("src/sum.js", BROKEN)]],
    outcome: "failed",
    judgement: { counting: [{ check: "test", kind: "own", failures: ["test/sum.test.js adds two numbers"] }] },
  },
  {
    name: "red before, green after",
    files: RED_PROJECT,
    turns: [[writing("test/old.test.js", RED.replace("1, 2", "1, 1"))]],
    outcome: "done",
    judgement: { counting: [], unknown: [], verified: true, except: [], notes: [] },
  },
  {
    name: "the failing test deleted with the code that it tests broken",
    files: PROJECT,
    turns: [
      [
        writing("src/sum.js", BROKEN),
        shell("rm test/sum.test.js"),
        writing("test/x.test.js", RED.replace("1, 2", "1, 1")),
      ],
    ],
    outcome: "done",
    judgement: { verified: false, notes: ["1 test fewer: test/sum.test.js"] },
  },
  {
    name: "the failing test skipped",
    files: PROJECT,
    turns: [
      [
        writing("src/sum.js", BROKEN),
        writing("test/sum.test.js", TESTS.replace('test("adds two', 'test.skip("adds two')),
      ],
    ],
    outcome: "done",
    judgement: { verified: false, notes: ["1 test skipped or focused: test/sum.test.js"] },
  },
  {
    name: "the script emptied: the old one runs as well",
    files: PROJECT,
    turns: [[writing("src/sum.js", BROKEN), writing("package.json", testing("true"))]],
    outcome: "failed",
    judgement: {
      verified: false,
      counting: [{ check: "test-before", kind: "own" }],
      notes: ["settings of checks edited: package.json"],
    },
  },
  {
    name: "a broken package.json",
    files: PROJECT,
    turns: [[writing("package.json", "{")]],
    outcome: "failed",
    judgement: { verified: false, counting: [{ kind: "own" }, { kind: "own" }] },
  },
  {
    name: "lint red before, behind tests that pass",
    files: {
      ...PROJECT,
      "package.json": testing("node --test", { posttest: "echo 'src/sum.js: no semicolons'; exit 1" }),
    },
    turns: [[HARMLESS]],
    outcome: "done",
    judgement: { counting: [], unknown: [], verified: true, except: ["red as before: test (in posttest)"] },
  },
  {
    name: "an editable install, by an absolute path to the workspace",
    files: { ...PROJECT, "test/sum.test.js": TESTS.replace("../src/sum.js", "ROOT/src/sum.js") },
    turns: [[writing("src/sum.js", BROKEN)]],
    outcome: "failed",
    judgement: { counting: OWN },
  },
  {
    name: "output that the run built and the tests read",
    files: {
      ...PROJECT,
      ".gitignore": "dist/\n",
      "test/sum.test.js": TESTS.replace("../src/sum.js", "../dist/sum.js"),
    },
    turns: [[writing("src/sum.js", BROKEN), shell("mkdir dist; cp src/sum.js dist/sum.js")]],
    outcome: "failed",
    judgement: { counting: [], unknown: [{ check: "test", kind: "unknown" }], verified: false },
  },
  {
    name: "an empty folder: what the run made is run and proves it",
    files: {},
    turns: [Object.entries(PROJECT).map(([path, content]) => writing(path, content))],
    outcome: "done",
    judgement: { counting: [], unknown: [], verified: true, notes: [] },
  },
  {
    name: "an empty folder and a script without a test in it",
    files: {},
    turns: [[writing("package.json", testing("true")), HARMLESS]],
    outcome: "done",
    judgement: { counting: [], unknown: [], verified: false },
  },
]

describe.each(SANDBOXES)("%s", (name, sandbox) => {
  it.each(
    someOf(
      `real projects ${name}`,
      4,
      CASES.map((one) => [one.name, one] as const),
    ),
  )("%s", async (_, one) => {
    await using place = await undoPlace()
    for (const [path, content] of Object.entries(one.files))
      await place.write(path, content.replace("ROOT", place.root))
    const agent = await place.agent(script(one.turns), { verify: "end", sandbox })
    const result = await agent.run("Do it.")
    expect(await judged(place, result)).toMatchObject(one.judgement)
    expect(result.outcome).toBe(one.outcome)
  })

  it("the model reads what is its own with all that it takes, and never a line that passed", async () => {
    await using place = await undoPlace(PROJECT)
    const agent = await place.agent(script([[writing("src/sum.js", BROKEN)]]), { verify: "end", sandbox })
    const { run_id } = await agent.run("Do it.")
    const report = await reportOf(place.store, run_id)
    const told = checksText(report)
    expect(told).toMatch(
      /^test \(npm run test\): failed with exit code 1 after [\d.]+ s\. Without your change it passes\.$/m,
    )
    expect(told).toContain("adds two numbers")
    expect(told).not.toContain("adds none at all")
    const [, id = ""] = /read_artifact, id (\S+)/.exec(told) ?? []
    expect(await readArtifact(place.store, run_id, id)).toContain("adds none at all")
  })

  it("the workspace is as the run left it", async () => {
    await using place = await undoPlace({ ...RED_PROJECT, "data.txt": "mine\n" })
    const before = await pictureOf(place.root)
    const agent = await place.agent(script([[HARMLESS, shell("rm data.txt")]]), {
      verify: "end",
      sandbox,
      checks: { test: "echo by-product > left.txt; test -e data.txt && rm data.txt src/sum.js; node --test" },
    })
    await agent.run("Do it.")
    const { "data.txt": _, ...others } = before
    expect(await pictureOf(place.root)).toMatchObject(others)
    expect(await readFile(place.path("src/sum.js"), "utf8")).toBe(SUM)
  })
})
