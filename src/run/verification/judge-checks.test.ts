import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Baseline } from "./baseline.ts"
import { checkMode } from "./check-mode.ts"
import { type CheckReport, type CheckResult, reportOf } from "./check-report.ts"
import { type CheckGrounds, judgeChecks } from "./judge-checks.ts"
import { judgementLines } from "./judgement-text.ts"

/** Replay a failure with the seed and path that fast-check prints. */
const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20261115)
const RUNS = Number(process.env.KEELSON_TEST_RUNS ?? 500)

const CHECKS = ["types", "test", "lint"]
const FILES = ["src/cart.ts", "src/deep/sum.ts", "test/cart.test.ts", "docs/page.md"]
const UNRELATED: CheckGrounds = { mode: "no_worse", request: "Say hello.", scope: [], changedFiles: ["other/new.txt"] }

const failure = fc
  .record({ file: fc.constantFrom(...FILES), rule: fc.constantFrom("adds", "subtracts", "divides") })
  .map(({ file, rule }) => ({ name: `${file} ${rule}`, files: [file] }))

function result(name: string): fc.Arbitrary<CheckResult> {
  const base = { name, command: name, ms: 1, failing: [], cached: false, on: "" }
  const tests = fc.option(fc.nat(9), { nil: undefined }).map((count) => (count === undefined ? {} : { tests: count }))
  return fc.oneof(
    tests.map((more) => ({ ...base, ...more, status: "passed" as const, failures: [] })),
    fc.constant({ ...base, status: "broken" as const, failures: [] }),
    fc
      .record({ failures: fc.uniqueArray(failure, { selector: ({ name }) => name, maxLength: 4 }), more: tests })
      .map(({ failures, more }) => ({ ...base, ...more, status: "failed" as const, failures })),
  )
}

const report: fc.Arbitrary<CheckReport> = fc.tuple(...CHECKS.map(result)).map((results) => reportOf(results, false))
const baseline: fc.Arbitrary<Baseline> = report.map((said) => ({ ...said, without: [], own: [] }))
const grounds: fc.Arbitrary<CheckGrounds> = fc.record({
  mode: fc.constantFrom("pass" as const, "no_worse" as const),
  request: fc.constantFrom("Say hello.", "Look at src/cart.ts.", "Tidy src/deep up."),
  scope: fc.constantFrom([], ["docs/**"]),
  changedFiles: fc.subarray(FILES),
})

function holds<Given>(given: fc.Arbitrary<Given>, law: (given: Given) => void): void {
  fc.assert(fc.property(given, law), { seed: SEED, numRuns: RUNS })
}

function checkNamed(judged: ReturnType<typeof judgeChecks>, name: string) {
  return judged.checks.find((check) => check.name === name)
}

describe("judging checks by their baseline", () => {
  it("is never milder where they must pass", () => {
    holds(fc.tuple(report, baseline, grounds), ([end, before, by]) => {
      const mild = judgeChecks(end, before, { ...by, mode: "no_worse" })
      const strict = judgeChecks(end, before, { ...by, mode: "pass" })
      if (mild.isRed) expect(strict.isRed).toBe(true)
      expect(strict.verified).toBe(mild.verified)
    })
  })

  it("calls nothing verified that is not plainly green", () => {
    holds(fc.tuple(report, fc.option(baseline, { nil: undefined }), grounds), ([end, before, by]) => {
      const judged = judgeChecks(end, before, by)
      if (!judged.verified) return
      expect(end.results.map(({ status }) => status)).toEqual(CHECKS.map(() => "passed"))
      expect(judged.isRed).toBe(false)
      expect(judgementLines("en", judged)).toEqual([])
    })
  })

  it("has nothing against a run that leaves all as it was and touches none of it", () => {
    holds(baseline, (before) => {
      expect(judgeChecks(before, before, UNRELATED).isRed).toBe(false)
    })
  })

  it("counts one failure more, whatever else there is", () => {
    holds(fc.tuple(baseline, fc.constantFrom(...CHECKS)), ([before, name]) => {
      const known = before.results.find((one) => one.name === name)
      const isNamed = known?.status === "passed" || (known?.failures?.length ?? 0) > 0
      const worse = before.results.map((one) =>
        one.name === name
          ? { ...one, status: "failed" as const, failures: [...(one.failures ?? []), { name: "new", files: [] }] }
          : one,
      )
      const judged = judgeChecks(reportOf(worse, false), before, UNRELATED)
      if (isNamed) expect(checkNamed(judged, name)).toMatchObject({ kind: "failed", counting: ["new"] })
    })
  })

  it("counts an old failure as soon as the run has to do with its file", () => {
    holds(fc.tuple(baseline, fc.constantFrom(...FILES)), ([before, file]) => {
      const touched = before.results.some(
        ({ status, failures = [] }) => status === "failed" && failures.some(({ files }) => files.includes(file)),
      )
      for (const more of [{ request: `Look at ${file}.` }, { scope: [file] }, { changedFiles: [file] }])
        expect(judgeChecks(before, before, { ...UNRELATED, ...more }).isRed).toBe(touched)
    })
  })

  it("is no harsher when a failure less is left", () => {
    holds(fc.tuple(report, baseline, grounds), ([end, before, by]) => {
      const fewer = end.results.map((one) =>
        (one.failures?.length ?? 0) > 1 ? { ...one, failures: one.failures?.slice(1) ?? [] } : one,
      )
      if (judgeChecks(reportOf(fewer, false), before, by).isRed) expect(judgeChecks(end, before, by).isRed).toBe(true)
    })
  })

  it("goes by the checks alone where there is no baseline", () => {
    holds(fc.tuple(report, grounds), ([end, by]) => {
      expect(judgeChecks(end, undefined, by).isRed).toBe(end.status === "failed")
    })
  })
})

describe("which checks must pass", () => {
  const stood = (results: readonly CheckResult[]): Baseline => ({ ...reportOf(results, false), without: [], own: [] })
  const base = { command: "x", ms: 1, failing: [], cached: false, on: "" }
  const green = stood([{ ...base, name: "e2e", status: "passed", failures: [] }])
  const red = stood([
    { ...base, name: "e2e", status: "failed", failures: [{ name: "src/cart.ts adds", files: ["src/cart.ts"] }] },
  ])

  it.each([
    "Fix the cart.",
    "Make the tests green",
    "the build is broken",
    "It says: TypeError, an error.",
    "修复购物车",
    "让测试通过",
    "构建",
  ])("all, for a request like %j", (request) => {
    expect(checkMode({ request, baseline: green })).toBe("pass")
  })

  it.each(["Translate the page.", "Rename data.ts to rows.ts", "给页面加一个标题", "Add a pastime to the latest list"])(
    "those that passed before, for a request like %j",
    (request) => {
      expect(checkMode({ request, baseline: red })).toBe("no_worse")
      expect(checkMode({ request, baseline: red, analysisSays: "pass" })).toBe("pass")
      expect(checkMode({ request, baseline: undefined })).toBe("pass")
    },
  )

  it.each(["Look at e2e.", "Rework cart.ts", "请看 src/cart.ts"])("all, where it names what fails: %j", (request) => {
    expect(checkMode({ request, baseline: red })).toBe("pass")
    expect(checkMode({ request, baseline: green })).toBe("no_worse")
  })

  it("all, whatever milder thing a model says", () => {
    expect(checkMode({ request: "Fix it.", analysisSays: "no_worse", baseline: green })).toBe("pass")
  })
})
