import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { AgentOptions } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { LogEntry, RunStore } from "../../src/journal/run-store.ts"
import type { RunResult } from "../../src/protocol/run.ts"
import type { Baseline } from "../../src/run/verification/baseline.ts"
import type { CheckReport } from "../../src/run/verification/check-report.ts"
import { type CheckGrounds, type Judgement, judgeChecks } from "../../src/run/verification/judge-checks.ts"
import { judgementLines } from "../../src/run/verification/judgement-text.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { ManualClock } from "../../src/testing/manual-clock.ts"
import type { ScriptCall } from "../../src/testing/script-line.ts"
import { someOf, timesTried } from "../sample.ts"
import { script, shell, type UndoPlace, undoPlace, writing } from "./undo-place.ts"

/* How the project's checks stood before the run, and what that means for its end. */

/** The check says what the file `said` holds and ends as `code` does: each state of the workspace can say what it likes. */
const SAID = "cat said; exit $(cat code)"
const OLD = "FAILED tests/test_old.py::test_old - no\n"
const RED = { said: `${OLD}1 failed, 3 passed in 0.1s\n`, code: "1" }
const GREEN = { said: "4 passed in 0.1s\n", code: "0" }
const WORK = writing("src/page.py", "x\n")

function says(said: string, code: string): ScriptCall[] {
  return [writing("said", said), writing("code", code)]
}

async function stepIn(store: RunStore, runId: string, isIt: (key: string) => boolean): Promise<unknown> {
  const { record } = (await store.load(runId)).findLast(({ key }) => isIt(key)) ?? {}
  return record?.kind === "step" ? record.value : undefined
}

async function baselineOf(store: RunStore, { run_id }: RunResult): Promise<Baseline | undefined> {
  return (await stepIn(store, run_id, (key) => key === "baseline")) as Baseline | undefined
}

async function judged(place: UndoPlace, result: RunResult, by: Partial<CheckGrounds> = {}): Promise<Judgement> {
  const end = (await stepIn(place.store, result.run_id, (key) => key.endsWith("verify-end"))) as CheckReport
  const grounds: CheckGrounds = { mode: "no_worse", request: "Do it.", scope: [], changedFiles: ["src/page.py"], ...by }
  return judgeChecks(end, await baselineOf(place.store, result), grounds)
}

async function runIn(
  place: UndoPlace,
  turns: readonly (readonly ScriptCall[])[],
  options: Partial<AgentOptions> = {},
): Promise<RunResult> {
  const agent = await place.agent(script(turns), { checks: { test: SAID }, verify: "end", ...options })
  return agent.run("Do it.")
}

/** A folder of its own, for what a check does outside the workspace. */
async function outside() {
  const folder = await mkdtemp(join(tmpdir(), "keelson-outside-"))
  return {
    path: (name: string) => join(folder, name),
    lines: async (name: string) => (await readFile(join(folder, name), "utf8").catch(() => "")).split("\n").length - 1,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

function moments(entries: readonly LogEntry[]): string[] {
  return entries.flatMap(({ record }) =>
    record.kind === "event" && record.event.type === "check.ended"
      ? [`${record.event.moment} ${record.event.status}`]
      : [],
  )
}

describe("the baseline", () => {
  it("is taken before the first write takes effect, and what it says is not the run's", async () => {
    await using place = await undoPlace(RED)
    const result = await runIn(place, [[WORK], says(GREEN.said, "0")])
    const entries = await place.store.load(result.run_id)
    const [at, written] = [
      entries.findIndex(({ key }) => key === "baseline"),
      entries.findIndex(({ key }) => key === "turn-1/task-1#intent"),
    ]
    expect(at).toBeGreaterThan(0)
    expect(at).toBeLessThan(written)
    expect(moments(entries)).toEqual(["baseline failed", "end passed"])
    expect(result).toMatchObject({ outcome: "done", verified: true, checks: [{ status: "passed" }] })
    expect(await baselineOf(place.store, result)).toMatchObject({
      status: "failed",
      results: [{ failures: [{ name: "tests/test_old.py test_old", files: ["tests/test_old.py"] }], tests: 4 }],
    })
  })

  it.each([
    ["no checks", { checks: "off" as const }],
    ["checks that are switched off", { verify: "off" as const }],
  ])("is not taken with %s", async (_, options) => {
    await using place = await undoPlace(GREEN)
    expect(await baselineOf(place.store, await runIn(place, [[WORK]], options))).toBeUndefined()
  })

  it("is not taken for a run that only reads", async () => {
    await using place = await undoPlace(GREEN)
    const result = await runIn(place, [[{ call: "read_file", input: { path: "said" } }, shell("ls")]])
    expect(await baselineOf(place.store, result)).toBeUndefined()
  })

  it("waits for the approval of what would be written, and is not taken where that is refused", async () => {
    await using place = await undoPlace(GREEN)
    const rules = [{ tool: "run_check", decision: "allow" as const }]
    const agent = await place.agent(script([[WORK]]), { checks: { test: SAID }, verify: "end", approve: "ask", rules })
    for (const decision of ["deny", "allow"] as const) {
      const waiting = await agent.run("Do it.")
      expect(waiting.outcome).toBe("waiting")
      expect(await baselineOf(place.store, waiting)).toBeUndefined()
      await agent.answer(waiting.run_id, { kind: "approval", decision }, waiting.questions[0]?.id)
      const result = await (await agent.resume(waiting.run_id)).result
      expect((await baselineOf(place.store, result)) !== undefined).toBe(decision === "allow")
    }
  })

  it("asks nobody: a check that would have to has none", async () => {
    await using place = await undoPlace(GREEN)
    const result = await runIn(place, [[WORK]], { approve: "edits" })
    expect(result).toMatchObject({ outcome: "waiting", questions: [{ about: "check" }] })
    expect(await baselineOf(place.store, result)).toMatchObject({
      results: [],
      without: [{ name: "test", why: "asks" }],
    })
  })

  it("is as good as a check at the end, where the workspace is the same again", async () => {
    await using place = await undoPlace(GREEN)
    await using elsewhere = await outside()
    const counted = `echo x >> ${elsewhere.path("runs")}; ${SAID}`
    const result = await runIn(place, [[WORK], [shell("rm -r src")]], { checks: { test: counted } })
    expect(result).toMatchObject({ outcome: "done", checks: [{ status: "passed" }] })
    expect(await elsewhere.lines("runs")).toBe(1)
  })

  it("is cut at a minute, and left out where a check took long the last time", async () => {
    const clock = new ManualClock()
    await using place = await undoPlace(GREEN)
    await using elsewhere = await outside()
    const [runs, go] = [elsewhere.path("runs"), elsewhere.path("go")]
    const slow = `echo x >> ${runs}; echo begun; until test -e ${go}; do sleep 0.02; done`
    const agent = await place.agent(script([[WORK]]), { checks: { slow }, verify: "end", clock })
    const run = await agent.start("Do it.")
    run.onLive((event) => {
      if (event.type !== "tool.progress" || event.text !== "begun\n") return
      const isBaseline = event.key.startsWith("baseline")
      clock.advance(isBaseline ? 60_000 : 31_000)
      if (!isBaseline) void writeFile(go, "")
    })
    const first = await run.result
    expect(await baselineOf(place.store, first)).toMatchObject({ results: [{ status: "broken", ms: 60_000 }] })
    expect(first).toMatchObject({ outcome: "done", verified: true })
    await place.write("src/page.py", "y\n")
    const second = await agent.run("Do it.")
    expect(await baselineOf(place.store, second)).toMatchObject({
      results: [],
      without: [{ name: "slow", why: "slow" }],
    })
    expect(await elsewhere.lines("runs")).toBe(3)
  })

  it("is there once, and before the first write, wherever a crash comes", async () => {
    const noting = "echo ran >> report.txt; cat said; exit $(cat code)"
    const [first = 1] = someOf("baseline crashes", 1, [1, 2, 3])
    const step = timesTried({ sample: 3, whole: 1 })
    for (let crashAt = first, hasBegun = false; !hasBegun; crashAt += step) {
      await using place = await undoPlace(RED)
      let now = 1_000_000
      const store = new MemoryStore({ now: () => now })
      const options = { checks: { test: noting }, verify: "end" as const }
      const lines = script([[WORK], says(GREEN.said, "0")])
      const dying = await place.agent(lines, { ...options, store: crashStore(store, crashAt) })
      await dying.run("Do it.").catch(() => undefined)
      now += 20_000
      const [header] = await store.listRuns()
      // A run begins with its first entries, or not at all.
      if (!header) continue
      const { id } = header
      const before = await store.load(id)
      if (before.every(({ key }) => key !== "turn-1/reply")) continue
      hasBegun = before.some(({ key }) => key.endsWith("#intent"))
      const agent = await place.agent(lines, { ...options, store })
      expect((await (await agent.resume(id)).result).outcome).toBe("done")
      const entries = await store.load(id)
      expect(moments(entries).filter((said) => said.startsWith("baseline"))).toEqual(["baseline failed"])
      const [taken, written] = ["baseline", "turn-1/task-1#intent"].map((key) =>
        entries.findIndex((one) => one.key === key),
      )
      expect(taken).toBeLessThan(written ?? 0)
      // What the checks noted before the run is there after it has been taken back.
      await agent.undo(id)
      expect(await readFile(place.path("report.txt"), "utf8")).toMatch(/^(ran\n)+$/)
      expect(await readFile(place.path("said"), "utf8")).toBe(RED.said)
    }
  })
})

describe("the end, by the baseline", () => {
  it("does not count what failed before and has nothing to do with the run", async () => {
    await using place = await undoPlace(RED)
    const result = await runIn(place, [[WORK]])
    const end = await judged(place, result)
    expect(end).toMatchObject({ isRed: false, verified: false, checks: [{ kind: "as_before", asBefore: 1 }] })
    expect(judgementLines("en", end)).toEqual(["test fails as before the run: 1"])
    expect((await judged(place, result, { mode: "pass" })).isRed).toBe(true)
    expect((await judged(place, result, { request: "Look at tests/test_old.py" })).isRed).toBe(true)
    expect((await judged(place, result, { scope: ["tests/**"] })).isRed).toBe(true)
  })

  it("counts what is new beside it, after it failed a second time", async () => {
    await using place = await undoPlace(RED)
    await using elsewhere = await outside()
    const counted = `echo x >> ${elsewhere.path("runs")}; ${SAID}`
    const worse = `${OLD}FAILED tests/test_new.py::test_new - no\n2 failed, 2 passed in 0.1s\n`
    const result = await runIn(place, [[WORK, ...says(worse, "1")]], { checks: { test: counted } })
    expect(await judged(place, result)).toMatchObject({
      isRed: true,
      checks: [{ kind: "failed", counting: ["tests/test_new.py test_new"], asBefore: 1 }],
    })
    // Before the run, at its end, and once more; that it is red twice is known from then on.
    expect(await elsewhere.lines("runs")).toBe(3)
  })

  it("names what is flaky, and neither counts it nor calls it green", async () => {
    await using place = await undoPlace({})
    await using elsewhere = await outside()
    const seen = elsewhere.path("seen")
    const flaky = `test -e src || exit 0; test -e ${seen} && exit 0; touch ${seen}; echo 'FAILED tests/a.py::test_race'; exit 1`
    const result = await runIn(place, [[WORK]], { checks: { races: flaky } })
    const end = await judged(place, result)
    expect(end).toMatchObject({ isRed: false, verified: false, checks: [{ kind: "flaky" }] })
    expect(judgementLines("zh", end)).toEqual(["races 不稳定：失败后重跑通过：tests/a.py test_race"])
  })

  it("decides nothing by what was red before and names nothing", async () => {
    await using place = await undoPlace({ said: "something is wrong\n", code: "3" })
    const result = await runIn(place, [[WORK]])
    expect(await judged(place, result)).toMatchObject({
      isRed: false,
      verified: false,
      checks: [{ kind: "incomparable" }],
    })
    expect((await judged(place, result, { mode: "pass" })).isRed).toBe(true)
  })

  it("says that fewer tests ran, and is not green then", async () => {
    await using place = await undoPlace(GREEN)
    const result = await runIn(place, [says("3 passed in 0.1s\n", "0")])
    const end = await judged(place, result)
    expect(end).toMatchObject({ isRed: false, verified: false, checks: [{ kind: "passed" }] })
    expect(judgementLines("en", end)).toEqual(["test runs fewer tests than before: 3 instead of 4"])
  })

  it.each([
    ["all tests deleted", "no tests ran in 0.01s\n", "5"],
    ["its program gone", "sh: 1: pytest: not found\n", "127"],
  ])("fails with a check that can't run any more: %s", async (_, said, code) => {
    await using place = await undoPlace(GREEN)
    const end = await judged(place, await runIn(place, [says(said, code)]))
    expect(end).toMatchObject({ isRed: true, checks: [{ kind: "gone" }] })
  })
})
