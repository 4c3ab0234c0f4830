import { describe, expect, it } from "vitest"
import { run, stale, turn, watched } from "../../../test/support/reflection-fixture.ts"
import { detect } from "./detect.ts"
import {
  alternation,
  planDrift,
  repeatedCall,
  resultAnomaly,
  sameFailure,
  slowProgress,
  stepStuck,
} from "./detectors.ts"
import { thresholdsOf } from "./settings.ts"

const STRICT = thresholdsOf("strict")

describe("repeatedCall", () => {
  it("fires at the second same call with the same outcome, and names it", () => {
    expect(repeatedCall(watched([[run("read a")], [stale("read a")]]))).toMatchObject({
      detector: "repeated_call",
      reason: "`read a` ran twice with the same result: `gist of read a`",
    })
  })

  it("fires within one turn too", () => {
    expect(repeatedCall(watched([[run("read a"), stale("read a")]]))).toBeDefined()
  })

  it.each([
    ["another call", [run("read a")], [run("read b")]],
    ["another outcome", [run("test")], [run("test", { result: "one less" })]],
    ["an old repetition", [run("read a"), stale("read a")], [run("read b")]],
  ])("is silent for %s", (_, ...turns) => {
    expect(repeatedCall(watched(turns))).toBeUndefined()
  })

  it("is silent when something else changed the world in between", () => {
    const edit = run("edit a", { changesWorld: true })
    expect(repeatedCall(watched([[run("test")], [edit], [stale("test")]]))).toBeUndefined()
    expect(repeatedCall(watched([[run("test")], [run("look")], [stale("test")]]))).toBeDefined()
  })

  it("a call does not excuse itself", () => {
    const shell = { changesWorld: true }
    expect(repeatedCall(watched([[run("sh x", shell)], [stale("sh x", shell)]]))).toBeDefined()
  })

  it("the engine's own retries are no repetition", () => {
    const retry = turn(2, [stale("fetch")], { isRetry: true })
    expect(repeatedCall(watched([[run("fetch")], retry]))).toBeUndefined()
    expect(repeatedCall(watched([[run("other")], retry, [run("fetch", { isFresh: false })]]))).toBeUndefined()
  })

  it("forgets what is long ago", () => {
    const others = [1, 2, 3].map((number) => [run(`read ${number}`)])
    const turns = [[run("read a")], ...others, [stale("read a")]]
    expect(repeatedCall(watched(turns, { window: 3 }))).toBeUndefined()
    expect(repeatedCall(watched(turns, { window: 4 }))).toBeDefined()
  })

  it("strict: the tool's name twice in a row", () => {
    const reason = "read ran twice in a row."
    expect(repeatedCall(watched([[run("read a")], [run("read b")]], STRICT))).toMatchObject({ reason })
    expect(repeatedCall(watched([[run("read a")], [run("list")], [run("read b")]], STRICT))).toBeUndefined()
  })
})

describe("alternation", () => {
  const there = (call: string) => stale(call, { changesWorld: true })

  it("fires at A, B, A, B", () => {
    const turns = [[run("start")], [run("stop")], [there("start")], [there("stop")]]
    expect(alternation(watched(turns))).toMatchObject({ detector: "alternation" })
    expect(alternation(watched(turns.slice(0, 3)))).toBeUndefined()
  })

  it("is silent when one of them brings something new, or when it is one call only", () => {
    expect(alternation(watched([[run("a")], [run("b")], [there("a")], [run("b")]]))).toBeUndefined()
    expect(alternation(watched([[run("a")], [there("a")], [there("a")], [there("a")]]))).toBeUndefined()
    expect(alternation(watched([[run("a")], [run("b")], [there("a")], [run("c")]]))).toBeUndefined()
  })
})

describe("sameFailure", () => {
  const fails = (result = "1 failed") => [run("test", { status: "failed", isVerdict: true, isFresh: false, result })]
  const edit = [run("edit", { changesWorld: true })]
  const tried = (count: number) => Array.from({ length: count }, () => [edit, fails()]).flat()

  it("fires when a check fails the same way four times, whatever was changed", () => {
    expect(sameFailure(watched(tried(3)))).toBeUndefined()
    expect(sameFailure(watched(tried(4)))).toMatchObject({ detector: "same_failure" })
  })

  it("is silent when the check moved, and after the edit that follows", () => {
    expect(sameFailure(watched([...tried(2), edit, fails("2 failed"), ...tried(2)]))).toBeUndefined()
    expect(sameFailure(watched([...tried(4), edit]))).toBeUndefined()
  })
})

describe("resultAnomaly", () => {
  const broken = (call: string) => run(call, { status: "failed" })
  const empty = (call: string) => run(call, { isEmpty: true })

  it("fires when turn after turn brings errors, nothing, or the same", () => {
    expect(resultAnomaly(watched([[broken("a")], [empty("b")], [stale("c"), broken("d")]]))).toMatchObject({
      detector: "result_anomaly",
      evidence: expect.arrayContaining(["`a` (failed): `gist of a`"]),
    })
  })

  it("is silent for fewer, and when anything useful came along", () => {
    expect(resultAnomaly(watched([[broken("a")], [empty("b")]]))).toBeUndefined()
    expect(resultAnomaly(watched([[broken("a")], [empty("b")], [broken("c"), run("d")]]))).toBeUndefined()
  })

  it("a failing test is a finding", () => {
    const test = (result: string) => run("test", { status: "failed", isVerdict: true, result })
    expect(resultAnomaly(watched([[broken("a")], [broken("b")], [test("1 failed")]]))).toBeUndefined()
  })

  it("strict: once is enough", () => {
    expect(resultAnomaly(watched([[broken("a")]], STRICT))).toBeDefined()
  })
})

describe("planDrift", () => {
  const drift = (number: number) => turn(number, [run("dance", { status: "refused" })], { violations: ["dance"] })

  it("fires at the second violation, not at the first, not later", () => {
    expect(planDrift(watched([drift(1)]))).toBeUndefined()
    expect(planDrift(watched([drift(1), drift(2)]))).toMatchObject({ detector: "plan_drift" })
    expect(planDrift(watched([drift(1), drift(2), [run("read")]]))).toBeUndefined()
  })
})

describe("stepStuck", () => {
  it("fires after three turns, or more than three tool runs, without anything new", () => {
    const quiet = [stale("a")]
    expect(stepStuck(watched([[run("a")], quiet, quiet]))).toBeUndefined()
    expect(stepStuck(watched([[run("a")], quiet, quiet, quiet]))).toMatchObject({ detector: "step_stuck" })
    const four = ["a", "b", "c", "d"].map((call) => stale(call))
    expect(stepStuck(watched([four.slice(1)]))).toBeUndefined()
    expect(stepStuck(watched([four]))).toBeDefined()
  })

  it("starts counting anew with new evidence and after an alarm", () => {
    const quiet = [stale("a")]
    expect(stepStuck(watched([quiet, quiet, [run("new")]]))).toBeUndefined()
    const alarm = detect(watched([[run("a")], quiet]))
    expect(stepStuck(watched([quiet, turn(2, quiet, { alarm }), quiet, quiet]))).toBeUndefined()
  })

  it("strict: two turns on one step, whatever they bring", () => {
    expect(stepStuck(watched([[run("a")]], STRICT))).toBeUndefined()
    expect(stepStuck(watched([[run("a")], [run("b")]], STRICT))).toBeDefined()
  })
})

describe("slowProgress", () => {
  it("fires after two turns without anything new", () => {
    expect(slowProgress(watched([[run("a")], [stale("a")]]))).toBeUndefined()
    expect(slowProgress(watched([[run("a")], [stale("a")], [stale("b")]]))).toMatchObject({
      reason: "2 turns in a row without progress.",
    })
  })

  it("at a checkpoint most turns must have brought something", () => {
    const settings = { slow_turns: 9 }
    const turns = (fresh: number) =>
      Array.from({ length: 10 }, (_, index) => [index < fresh ? run(`${index}`) : stale(`${index}`)])
    expect(slowProgress(watched(turns(5), settings))).toBeUndefined()
    expect(slowProgress(watched(turns(4), settings))).toMatchObject({
      reason: "6 of the last 10 turns brought no progress, and the budget is running out.",
    })
    expect(slowProgress(watched(turns(4).slice(0, 9), settings))).toBeUndefined()
    expect(slowProgress(watched([...turns(10), ...turns(5)], settings))).toBeUndefined()
    expect(slowProgress(watched([...turns(10), ...turns(4)], settings))).toBeDefined()
  })
})
