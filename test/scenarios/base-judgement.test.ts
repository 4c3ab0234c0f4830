import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { AgentOptions } from "../../src/agent.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import type { RunResult } from "../../src/protocol/log/run.ts"
import { type CheckReport, isReport } from "../../src/run/verification/check-report.ts"
import { type Judgement, judgeChecks } from "../../src/run/verification/judgement.ts"
import { checksText } from "../../src/run/verification/prompts.ts"
import type { ScriptCall } from "../../src/testing/script-line.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { pictureOf, script, shell, type UndoPlace, undoPlace, writing } from "./undo-place.ts"

/* How what a check says at the end is judged by what it says of the base. */

/** The check says what the file `said` holds and ends as `code` does: each state of the workspace can say what it likes. */
const SAID = "cat said; exit $(cat code)"
const OLD = "FAILED tests/test_old.py::test_old - no\n"
const NEW = "FAILED tests/test_new.py::test_new - no\n"
const RED = { said: `${OLD}1 failed, 3 passed in 0.1s\n`, code: "1" }
const GREEN = { said: "4 passed in 0.1s\n", code: "0" }
const WORK = writing("src/page.py", "x\n")

function says(said: string, code: string): ScriptCall[] {
  return [writing("said", said), writing("code", code)]
}

type Turns = readonly (readonly ScriptCall[])[]

async function runIn(place: UndoPlace, turns: Turns, options: Partial<AgentOptions> = {}): Promise<RunResult> {
  const agent = await place.agent(script(turns), { checks: { test: SAID }, verify: "end", ...options })
  return agent.run("Do it.")
}

async function reportIn(store: RunStore, runId: string): Promise<CheckReport> {
  const reports = (await store.load(runId)).flatMap(({ record }) =>
    record.kind === "step" && isReport(record.value) ? [record.value] : [],
  )
  return reports.at(-1) as CheckReport
}

type Asked = { readonly request?: string; readonly mustPass?: readonly string[] }

async function judged({ store }: UndoPlace, { run_id }: RunResult, asked: Asked = {}): Promise<Judgement> {
  const report = await reportIn(store, run_id)
  return judgeChecks(report, { request: "Do it.", mustPass: [], language: "en", ...asked })
}

async function momentsOf(store: RunStore, runId: string): Promise<string[]> {
  return (await store.load(runId)).flatMap(({ record }) =>
    record.kind === "event" && record.event.type === "check.ended"
      ? [`${record.event.moment} ${record.event.name} ${record.event.status}`]
      : [],
  )
}

/** A folder of its own, for what a check does outside the workspace; also where it has temporary files of its own. */
async function outside() {
  const folder = await mkdtemp("/var/tmp/keelson-outside-")
  return { path: (name: string) => join(folder, name), [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

describe("when checks run", () => {
  it("not before the work, and not where nothing was changed", async () => {
    await using place = await undoPlace(RED)
    const read = await runIn(place, [[{ call: "read_file", input: { path: "said" } }, shell("ls; cat said")]])
    expect(await momentsOf(place.store, read.run_id)).toEqual([])
    const back = await runIn(place, [[WORK], [shell("rm -r src")]])
    expect(await momentsOf(place.store, back.run_id)).toEqual([])
  })

  it("not for what tools leave behind", async () => {
    await using place = await undoPlace(GREEN)
    const result = await runIn(place, [
      [shell("mkdir -p .nyc_output coverage && touch .nyc_output/a.json coverage/lcov.info")],
    ])
    expect(await momentsOf(place.store, result.run_id)).toEqual([])
  })

  it("on the base only where something is red, and once for it", async () => {
    await using place = await undoPlace(GREEN)
    const green = await runIn(place, [[WORK]])
    expect(await momentsOf(place.store, green.run_id)).toEqual(["end test passed"])
    expect(green).toMatchObject({ outcome: "done", verified: true })
    const red = await runIn(place, [says(RED.said, "1")], { verify: "round" })
    const moments = await momentsOf(place.store, red.run_id)
    expect(moments.filter((moment) => moment.startsWith("base"))).toEqual(["base test passed"])
    expect(red.outcome).toBe("failed")
  })
})

describe("a red check", () => {
  it("that is red on the base, too, does not count, and the model reads what passed", async () => {
    await using place = await undoPlace(RED)
    const result = await runIn(place, [[WORK]])
    expect(await judged(place, result)).toEqual({
      counting: [],
      unknown: [],
      verified: false,
      proof: "",
      except: ["red as before: test"],
      notes: [],
    })
    expect(result.outcome).toBe("done")
    expect(checksText(await reportIn(place.store, result.run_id))).toContain(
      "This is the same without your change; it is not yours",
    )
  })

  it("that is red on the base and that the request wants green is nobody else's in the middle either", async () => {
    await using place = await undoPlace(RED)
    const agent = await place.agent(script([[WORK]]), { checks: { test: SAID }, verify: "round" })
    const result = await agent.run(`Do it, and go on until the tests pass (${SAID}).`)
    const told = checksText(await reportIn(place.store, result.run_id))
    expect(told).toContain("It failed before your change, too, but it was to pass, by the request or by must_pass.")
    expect(told).not.toContain("not yours")
    expect(result.outcome).toBe("failed")
  })

  it("counts for what the base does not have", async () => {
    await using place = await undoPlace(RED)
    const worse = `${OLD}${NEW}2 failed, 2 passed in 0.1s\n`
    const result = await runIn(place, [[WORK, ...says(worse, "1")]])
    const end = await judged(place, result)
    expect(end.counting).toMatchObject([{ check: "test", kind: "own", failures: ["tests/test_new.py test_new"] }])
    expect(end.counting[0]?.text).toContain("1 other failure in it occurs without your change, too; leave it.")
    expect(result.outcome).toBe("failed")
  })

  it("is unknown without checkpoints", async () => {
    await using place = await undoPlace(GREEN)
    const agent = await place.agent(script([says(`${NEW}1 failed\n`, "1")]), {
      checks: { test: SAID },
      verify: "end",
      checkpoints: undefined as never,
    })
    const result = await agent.run("Do it.")
    const end = await judged(place, result)
    expect(end).toMatchObject({ counting: [], unknown: [{ check: "test", kind: "unknown" }], verified: false })
    expect(end.except).toEqual(["failing: test (could not be compared: no checkpoint)"])
  })

  it("that passes when it runs once more is flaky, and nothing is verified by it", async () => {
    await using place = await undoPlace({})
    await using elsewhere = await outside()
    const seen = elsewhere.path("seen")
    const flaky = `test -e src || exit 0; test -e ${seen} && exit 0; touch ${seen}; echo 'FAILED tests/a.py::test_race'; exit 1`
    const result = await runIn(place, [[WORK]], { checks: { races: flaky } })
    expect(await judged(place, result)).toMatchObject({
      counting: [],
      unknown: [],
      verified: false,
      notes: ["races is flaky: failed, and passed when run again: tests/a.py test_race"],
    })
    expect(result).toMatchObject({ outcome: "done", verified: false })
  })

  it("that names nothing is as before where it says nothing new, whatever its numbers, times and paths", async () => {
    const said = "Coverage 81.5% is below 90% (took 1.2s) in /tmp/a1b2c3d4e5/x\n"
    await using place = await undoPlace({ said, code: "3" })
    const same = await runIn(place, [[WORK, writing("said", said.replace("81.5", "79").replace("1.2s", "14 s"))]])
    expect(await judged(place, same)).toMatchObject({ counting: [], unknown: [], except: ["red as before: test"] })
    const other = await runIn(place, [says(`${said}page.py is not formatted\n`, "3")])
    expect((await judged(place, other)).unknown).toMatchObject([
      { kind: "unknown", failures: ["page.py is not formatted"] },
    ])
  })

  it("counts where it ends in another script than on the base", async () => {
    const ended = (name: string) =>
      `> a@1.0.0 test\n> node x\n\nfine\n\n> a@1.0.0 ${name}\n> node y\n\nsomething is wrong\n`
    await using place = await undoPlace({ said: ended("posttest"), code: "1" })
    const earlier = await runIn(place, [says("> a@1.0.0 test\n> node x\n\nCoverage is low\n", "1")])
    expect((await judged(place, earlier)).counting).toMatchObject([{ kind: "own" }])
    await place.write("said", "> a@1.0.0 test\n> node x\n\nCoverage is low\n")
    const later = await runIn(place, [says(ended("posttest"), "1")])
    // The base never got that far.
    expect(await judged(place, later)).toMatchObject({ counting: [], unknown: [{ kind: "unknown" }] })
  })

  it.each([
    ["all tests deleted", "no tests ran in 0.01s\n", "5"],
    ["its program gone", "sh: 1: pytest: not found\n", "127"],
    ["killed", "", "137"],
  ])("counts where it ran on the base and can't any more: %s", async (_, said, code) => {
    await using place = await undoPlace(GREEN)
    const result = await runIn(place, [says(said, code)])
    expect((await judged(place, result)).counting).toMatchObject([{ check: "test", kind: "own" }])
    expect(result.outcome).toBe("failed")
  })

  it("that can't run with the change or without says nothing, and the others still count", async () => {
    await using place = await undoPlace({ lint: "sh: 1: ruff: not found\n", ...GREEN })
    const result = await runIn(place, [[WORK]], { checks: { test: SAID, lint: "cat lint; exit 127" } })
    expect(await judged(place, result)).toMatchObject({
      counting: [],
      unknown: [],
      verified: true,
      except: ["could not run: lint (ruff is not installed)"],
    })
    expect(result).toMatchObject({ outcome: "done", verified: true })
  })

  it("is verified by the tests that all passed, where only a part that is red as before failed", async () => {
    const said = "> a@1.0.0 test\n> node x\n\n# pass 12\n# fail 0\n\n> a@1.0.0 posttest\n> lint\n\nsomething is wrong\n"
    await using place = await undoPlace({ said, code: "1" })
    const result = await runIn(place, [[WORK]])
    expect(await judged(place, result)).toMatchObject({
      verified: true,
      proof: "12 passing tests",
      except: ["red as before: test (in posttest)"],
    })
    const told = checksText(await reportIn(place.store, result.run_id))
    expect(told).toContain(
      "All 12 tests pass. Only posttest fails. This is the same without your change; it is not yours, leave it.",
    )
    expect(result).toMatchObject({ outcome: "done", verified: true })
  })
})

describe("where the tests say nothing of the change, nothing that passes beside them verifies it", () => {
  const BESIDE = { types: "true", test: SAID }

  it.each([
    ["red before the first of them", "lint.js:3 is not formatted\n", "1", ["red as before: test"]],
    [
      "without their package",
      "/usr/bin/python3: No module named pytest\n",
      "1",
      ["could not run: test (pytest is not installed)"],
    ],
  ] as const)("%s", async (_, said, code, except) => {
    await using place = await undoPlace({ said, code })
    const result = await runIn(place, [[WORK]], { checks: BESIDE })
    expect(await judged(place, result)).toMatchObject({ counting: [], unknown: [], verified: false, except })
    expect(result).toMatchObject({ outcome: "done", verified: false })
  })

  it("but tests that ran, and failed as before, leave it to the others", async () => {
    await using place = await undoPlace(RED)
    const result = await runIn(place, [[WORK]], { checks: BESIDE })
    expect(result).toMatchObject({ outcome: "done", verified: true })
  })

  it("and so does a second check that has the tests", async () => {
    await using place = await undoPlace({ said: "/usr/bin/python3: No module named pytest\n", code: "1" })
    const others = { ...BESIDE, "test-more": "echo 3 passed in 0.1s" }
    expect(await runIn(place, [[WORK]], { checks: others })).toMatchObject({ outcome: "done", verified: true })
  })
})

describe("a check that hangs", () => {
  const HANGS = 'if test "$(cat hangs)" = yes; then echo begun; sleep 600; fi; cat said; exit $(cat code)'

  async function cut(place: UndoPlace, turns: Turns): Promise<RunResult> {
    const clock = new ManualClock()
    const agent = await place.agent(script(turns), {
      checks: { test: HANGS },
      verify: "end",
      clock,
      limits: { check_timeout_ms: 5000 },
    })
    const run = await agent.start("Do it.")
    run.onLive((event) => {
      if (event.type === "tool.progress" && event.text === "begun\n") clock.advance(5000)
    })
    return run.result
  }

  it("because of the run counts", async () => {
    await using place = await undoPlace({ ...RED, hangs: "no" })
    const result = await cut(place, [[writing("hangs", "yes")]])
    expect((await judged(place, result)).counting).toMatchObject([{ check: "test", kind: "own" }])
    expect(result.outcome).toBe("failed")
  })

  it("with the change and without says nothing", async () => {
    await using place = await undoPlace({ ...GREEN, hangs: "yes" })
    const result = await cut(place, [[WORK]])
    expect(await judged(place, result)).toMatchObject({
      counting: [],
      unknown: [],
      verified: false,
      except: ["test does not finish within 5.0 s, with or without the change"],
    })
    expect(result.outcome).toBe("done")
  })
})

describe("the base", () => {
  it("has the user's own edits, and nothing of it is left behind", async () => {
    await using place = await undoPlace({ ...GREEN, "mine.txt": "1\n" })
    const agent = await place.agent(script([[WORK], says(`${NEW}1 failed\n`, "1")]), {
      checks: { test: `test -e mine.txt && echo own > left.txt; ${SAID}` },
      verify: "end",
    })
    const result = await agent.run("Do it.")
    expect(result.outcome).toBe("failed")
    expect(await pictureOf(place.root)).toMatchObject({ said: `644 ${NEW}1 failed\n`, code: "644 1" })
  })

  it("stands at the workspace's own path: what names that path tests the base", async () => {
    await using place = await undoPlace(GREEN)
    const checks = { test: `cat ${place.root}/said; exit $(cat ${place.root}/code)` }
    const result = await runIn(place, [says(`${NEW}1 failed\n`, "1")], { checks })
    expect((await judged(place, result)).counting).toMatchObject([{ kind: "own" }])
  })

  it("lacks what was removed, has what was removed from it, and folders in the place of files", async () => {
    await using place = await undoPlace({ ...GREEN, "gone/file": "x\n", swap: "file\n" })
    const checks = { test: "test -e gone/file && test -f swap && ! test -e made; exit $?" }
    const deeds = shell("rm -r gone swap; mkdir swap; echo 1 > swap/inner; echo 1 > made")
    const result = await runIn(place, [[deeds]], { checks })
    expect((await judged(place, result)).counting).toMatchObject([{ kind: "own" }])
  })

  it("does without ignored files that the run made: green is proof, and red is no excuse", async () => {
    await using place = await undoPlace({ ".gitignore": "dist/\n", ...GREEN })
    const build = shell("mkdir dist; echo 1 > dist/code")
    const proof = await runIn(place, [[WORK, build]], { checks: { test: "test -e dist/code && exit 1; exit 0" } })
    expect((await judged(place, proof)).counting).toMatchObject([{ kind: "own" }])
    const worse = await runIn(place, [[writing("src/b.py", "x\n"), shell("echo 2 > dist/code")]], {
      checks: { test: "cat dist/code && exit 1; exit 2" },
    })
    expect(await judged(place, worse)).toMatchObject({ counting: [], unknown: [{ kind: "unknown" }] })
  })

  it("has no excuse in what an earlier run of the conversation broke and left broken", async () => {
    await using place = await undoPlace(GREEN)
    const first = await runIn(place, [says(`${NEW}1 failed\n`, "1")])
    expect(first.outcome).toBe("failed")
    const conversation = [{ request: "Do it.", outcome: first.outcome, summary: first.summary }]
    const agent = await place.agent(script([[WORK]]), { checks: { test: SAID }, verify: "end" })
    const second = await (await agent.start("Go on.", { conversation })).result
    expect((await judged(place, second)).counting).toMatchObject([{ check: "test", kind: "own" }])
    const alone = await runIn(place, [[writing("src/other.py", "x\n")]])
    expect(await judged(place, alone)).toMatchObject({ counting: [], except: ["red as before: test"] })
  })
})

describe("what must become green", () => {
  it("is looked at although nothing was changed, and named", async () => {
    await using place = await undoPlace(RED)
    const agent = await place.agent(script([]), { checks: { test: SAID }, verify: "end" })
    const request = "Fix the failing test test_old in tests/test_old.py."
    const result = await agent.run(request)
    expect((await judged(place, result, { request })).counting).toMatchObject([
      { check: "test", kind: "must_pass", failures: ["tests/test_old.py test_old"] },
    ])
    expect(result.outcome).toBe("failed")
  })

  it("counts as the model's own list has it, and no other word does", async () => {
    await using place = await undoPlace(RED)
    const result = await runIn(place, [[WORK]])
    for (const mustPass of [["test_old"], ["test"], ["tests/test_old.py"], [SAID]])
      expect((await judged(place, result, { mustPass })).counting).toMatchObject([{ kind: "must_pass" }])
    for (const request of [
      "Add a test",
      "Fix the bug in the build of page.py",
      "Improve error messages; run the tests",
    ])
      expect(await judged(place, result, { request })).toMatchObject({ counting: [], unknown: [] })
  })

  it.each(["Make the tests pass.", "Fix the failing tests", "让测试通过"])(
    "%s: the question is raised",
    async (request) => {
      await using place = await undoPlace(RED)
      const agent = await place.agent(script([]), { checks: { test: SAID }, verify: "end" })
      const result = await agent.run(request)
      expect(await judged(place, result, { request })).toMatchObject({ counting: [], unknown: [{ kind: "unknown" }] })
    },
  )

  it("is met where it is green by now", async () => {
    await using place = await undoPlace(RED)
    const result = await runIn(place, [says(GREEN.said, "0")])
    expect(await judged(place, result, { mustPass: ["test_old"] })).toMatchObject({ counting: [], verified: true })
  })
})
