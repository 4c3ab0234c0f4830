import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readOutput } from "./read-output.ts"

/** Replay a failure with the seed and path that fast-check prints. */
const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20261115)
const RUNS = Number(process.env.KEELSON_TEST_RUNS ?? 500)

type Expected = { failing: string[]; counts: { passed: number; failed: number } | null }

/** What stands in `parsers/__fixtures__`: real output where the tool was at hand. */
const OUTPUTS: Record<string, Record<string, Expected>> = {
  biome: {
    biome: {
      failing: [
        "a.js:2:1 lint/suspicious/noDebugger: This is an unexpected use of the debugger statement.",
        "a.js:3:7 lint/suspicious/noDoubleEquals: Using == may be unsafe if you are relying on type coercion.",
        "a.js:3:15 lint/correctness/noInnerDeclarations: This var should be declared at the root of the module.",
        "a.js format: is not formatted as the project wants it",
        "biome.json format: is not formatted as the project wants it",
        "package.json format: is not formatted as the project wants it",
      ],
      counts: {
        passed: 0,
        failed: 6,
      },
    },
  },
  cargo: {
    "cargo-check": {
      failing: [
        "src/lib.rs:1:39: E0425 cannot find value `y` in this scope (not found in this scope)",
        "src/lib.rs:1:34: E0308 mismatched types (expected `i32`, found `&str`)",
      ],
      counts: {
        passed: 0,
        failed: 2,
      },
    },
    "cargo-test": {
      failing: [
        'tests::errs: Error: "bad thing"',
        "src/lib.rs:7:25 tests::adds: assertion `left == right` failed: 求和 left: -1 right: 3",
        "src/lib.rs:8:62 tests::panics: index out of bounds: the len is 0 but the index is 3",
      ],
      counts: {
        passed: 1,
        failed: 3,
      },
    },
  },
  eslint: {
    eslint: {
      failing: [
        "src/cart.js:3:7 no-unused-vars: 'unused' is assigned a value but never used",
        "src/cart.js:12:1: Parsing error: Unexpected token }",
        "src/页面/index.js:1:1 eqeqeq: Expected '===' and instead saw '=='",
      ],
      counts: {
        passed: 0,
        failed: 3,
      },
    },
  },
  go: {
    "go-build": {
      failing: ["sum.go:5:9: undefined: total", "sum.go:8:2: declared and not used: x"],
      counts: null,
    },
    "go-panic": {
      failing: ["sum.go:14 TestIndex: panic: runtime error: index out of range [3] with length 0"],
      counts: null,
    },
    "go-test": {
      failing: [
        "sum_test.go:9 TestAdd: Add(1, 2) = -1; 期望 3",
        "sum_test.go:21 TestTable/zero: Error Trace: sum_test.go:21 Error: Not equal: expected: 0 actual : 1 Test: TestTable/zero",
      ],
      counts: null,
    },
  },
  gradle: {
    "gradle-compile": {
      failing: [
        "/home/user/project/src/main/kotlin/Sum.kt:3:12: Unresolved reference: 总数",
        "src/main/java/demo/Sum.java:5: cannot find symbol",
      ],
      counts: null,
    },
    gradle: {
      failing: [
        "SumTest.java:12 SumTest > adds(): org.opentest4j.AssertionFailedError: 求和 ==> expected: <3> but was: <-1>",
        "SumTest.java:17 SumTest > boom(): java.lang.IllegalStateException at SumTest.java:17",
      ],
      counts: {
        passed: 1,
        failed: 2,
      },
    },
  },
  jest: {
    jest: {
      failing: [
        "src/sum.test.js:6:23 cart › 求和：两个数相加: expect(received).toBe(expected) // Object.is equality Expected: 3 Received: -1",
        'src/sum.test.js:10:20 cart › compares: expect(received).toEqual(expected) // deep equality (- expected + received) - "b": 2, + "b": 3,',
        "src/cart.js:13:15 cart › throws: TypeError: Cannot read properties of undefined (reading 'total')",
        "src/broken.test.js:1:17 Test suite failed to run: Cannot find module './missing' from 'src/broken.test.js'",
      ],
      counts: {
        passed: 4,
        failed: 4,
      },
    },
  },
  maven: {
    "maven-compile": {
      failing: ["src/main/java/demo/Sum.java:1:83: cannot find symbol symbol: variable c location: class demo.Sum"],
      counts: null,
    },
    maven: {
      failing: ["SumTest.adds:5: 求和 ==> expected: <3> but was: <-1>", "SumTest.boom:7: IllegalState bad state"],
      counts: {
        passed: 1,
        failed: 2,
      },
    },
  },
  mocha: {
    mocha: {
      failing: [
        "test/cart.spec.js:8:12 cart > 求和: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: -1 !== 3 (+ expected - actual) --1 +3",
        "test/cart.spec.js:13:10 cart > nested > throws: TypeError: cart.total is not a function",
      ],
      counts: {
        passed: 1,
        failed: 2,
      },
    },
  },
  "node-test": {
    "node-test-crash": {
      failing: [
        "a.test.js:3 a.test.js: SyntaxError: Unexpected end of input",
        "b.test.js: Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'nothing.js' imported from b.test.js",
        "c.test.js: the file ended before its tests did",
      ],
      counts: {
        passed: 0,
        failed: 3,
      },
    },
    "node-test": {
      failing: [
        "sum.test.js:4:31 求和：两个数相加: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 2 !== 3",
        "sum.test.js:5:59 deep compares: AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal: (+ actual - expected) + 2 - 3",
        "sum.test.js:5:140 throws: TypeError: x is not a function",
      ],
      counts: {
        passed: 1,
        failed: 3,
      },
    },
    tap: {
      failing: [
        "sum.test.js:4:31 求和：两个数相加: Expected values to be strictly equal: 2 !== 3 (expected 3, actual 2)",
        "sum.test.js:5:59 deep compares: Expected values to be strictly deep-equal: (+ actual - expected) + 2 - 3",
        "sum.test.js:5:140 throws: x is not a function",
      ],
      counts: {
        passed: 1,
        failed: 3,
      },
    },
  },
  pytest: {
    "pytest-import": {
      failing: ["tests/test_imp.py:1 ERROR collecting test_imp.py: ModuleNotFoundError: No module named 'nosuch'"],
      counts: {
        passed: 0,
        failed: 1,
      },
    },
    pytest: {
      failing: [
        "tests/test_sum.py:7 test_add: AssertionError: 求和应为三 assert -1 == 3 + where -1 = add(1, 2)",
        "tests/test_sum.py:9 test_dict: AssertionError: assert {'a': 1, 'b': [1, 2]} == {'a': 1, 'b': [1, 3]} Omitting 1 identical items, use -vv to show Differing items: {'b': [1, 2]} != {'b': [1, 3]}",
        "tests/test_sum.py:13 TestCart.test_raise[1]: ValueError: 坏 1",
        "tests/test_sum.py:13 TestCart.test_raise[2]: ValueError: 坏 2",
      ],
      counts: {
        passed: 1,
        failed: 4,
      },
    },
  },
  ruff: {
    "ruff-concise": {
      failing: [
        "src/app.py:1:8: F401 [*] `os` imported but unused",
        "src/app.py:12:12: F821 Undefined name `总数`",
        "src/bad.py:1:8: SyntaxError: Expected ':', found newline",
      ],
      counts: {
        passed: 0,
        failed: 3,
      },
    },
    ruff: {
      failing: [
        "src/app.py:1:8: F401 [*] `os` imported but unused",
        "src/app.py:12:12: F821 Undefined name `总数`",
        "src/bad.py:1:8: invalid-syntax: Expected ':', found newline",
      ],
      counts: {
        passed: 0,
        failed: 3,
      },
    },
  },
  tsc: {
    "tsc-pretty": {
      failing: [
        "a.ts:1:7: TS2322: Type 'string' is not assignable to type 'number'.",
        "a.ts:3:5: TS2322: Type 'number' is not assignable to type 'string'.",
      ],
      counts: {
        passed: 0,
        failed: 2,
      },
    },
    tsc: {
      failing: [
        "a.ts:1:7: TS2322: Type 'string' is not assignable to type 'number'.",
        "a.ts:3:5: TS2322: Type 'number' is not assignable to type 'string'.",
      ],
      counts: {
        passed: 0,
        failed: 2,
      },
    },
  },
  unittest: {
    unittest: {
      failing: [
        "test_a.py:5 test_err (test_a.A.test_err): KeyError: 'k'",
        "test_a.py:4 test_bad (test_a.A.test_bad): AssertionError: {'a': 1} != {'a': 2} - {'a': 1} + {'a': 2} : 不同",
      ],
      counts: {
        passed: 1,
        failed: 2,
      },
    },
  },
  vitest: {
    "vitest-grouped": {
      failing: [
        "src/sum.test.ts:7:23 sum > adds 1: AssertionError: expected -1 to be 3 // Object.is equality (- expected + received) - 3 + -1",
        "src/sum.test.ts:7:23 sum > adds 2: AssertionError: expected -1 to be 3 // Object.is equality (- expected + received) - 3 + -1",
        "src/client.ts:12:11 unhandled: Error: connection closed",
      ],
      counts: { passed: 10, failed: 2 },
    },
    vitest: {
      failing: [
        "broken.test.ts:1:1 broken.test.ts: Error: Cannot find module './missing.ts' imported from broken.test.ts",
        'sum.test.ts:4:45 cart > 求和: AssertionError: expected { a: 1, b: \'两\' } to deeply equal { a: 1, b: \'三\' } (- expected + received) - "b": "三", + "b": "两",',
        "sum.test.ts:5:43 cart > throws: TypeError: Cannot read properties of undefined (reading 'foo')",
        "sum.test.ts:6:38 cart > number: AssertionError: expected 2 to be 3 // Object.is equality (- expected + received) - 3 + 2",
      ],
      counts: {
        passed: 1,
        failed: 4,
      },
    },
  },
}

function outputOf(name: string): string {
  return readFileSync(new URL(`./parsers/__fixtures__/${name}.txt`, import.meta.url), "utf8")
}

describe.each(Object.entries(OUTPUTS))("output of %s", (parser, outputs) => {
  it.each(Object.entries(outputs))("says what fails: %s", (name, expected) => {
    expect(readOutput(parser, outputOf(name))).toMatchObject(expected)
  })

  it.each(Object.entries(outputs))("is known without being told: %s", (name, expected) => {
    expect(readOutput("auto", outputOf(name))).toEqual(readOutput(parser, outputOf(name)))
    expect(readOutput("a reader that does not exist", outputOf(name))).toMatchObject(expected)
  })

  it.each(Object.keys(outputs))("is read through colours and carriage returns: %s", (name) => {
    const coloured = outputOf(name)
      .split("\n")
      .map((line) => (line === "" ? line : `\u001b[31m${line}\u001b[39m`))
      .join("\r\n")
    expect(readOutput(parser, coloured)).toEqual(readOutput(parser, outputOf(name)))
  })
})

describe("what fails is known by a name that does not move with its lines", () => {
  it.each([
    ["biome", ["a.js lint/suspicious/noDebugger", "a.js lint/suspicious/noDoubleEquals"]],
    ["cargo-check", ["src/lib.rs E0425 cannot find value `y` in this scope", "src/lib.rs E0308 mismatched types"]],
    ["cargo-test", ["tests::errs", "tests::adds", "tests::panics"]],
    ["eslint", ["src/cart.js no-unused-vars", "src/cart.js Parsing error: Unexpected token }"]],
    ["go-build", ["sum.go undefined: total", "sum.go declared and not used: x"]],
    ["go-panic", ["TestIndex"]],
    ["go-test", ["TestAdd", "TestTable/zero"]],
    ["gradle", ["SumTest > adds()", "SumTest > boom()"]],
    ["jest", ["src/sum.test.js cart › 求和：两个数相加", "src/sum.test.js cart › compares"]],
    ["maven", ["SumTest.adds", "SumTest.boom"]],
    ["maven-compile", ["src/main/java/demo/Sum.java cannot find symbol"]],
    ["mocha", ["cart > 求和", "cart > nested > throws"]],
    ["node-test", ["sum.test.js 求和：两个数相加", "sum.test.js deep compares", "sum.test.js throws"]],
    ["node-test-crash", ["a.test.js", "b.test.js", "c.test.js"]],
    ["pytest", ["tests/test_sum.py test_add", "tests/test_sum.py test_dict"]],
    ["ruff", ["src/app.py F401", "src/app.py F821", "src/bad.py invalid-syntax"]],
    ["tsc", ["a.ts TS2322", "a.ts TS2322 (2)"]],
    ["unittest", ["test_err (test_a.A.test_err)", "test_bad (test_a.A.test_bad)"]],
    ["vitest", ["broken.test.ts", "sum.test.ts cart > 求和", "sum.test.ts cart > throws"]],
    ["vitest-grouped", ["src/sum.test.ts sum > adds 1", "src/sum.test.ts sum > adds 2", "unhandled"]],
  ])("%s", (fixture, names) => {
    const known = readOutput("auto", outputOf(fixture)).failures.map(({ name }) => name)
    expect(known.slice(0, names.length)).toEqual(names)
    // Two lines more at the top of every file.
    const moved = outputOf(fixture).replaceAll(/(\.\w+:)(\d+)/g, (_, file, line) => `${file}${Number(line) + 2}`)
    expect(readOutput("auto", moved).failures.map(({ name }) => name)).toEqual(known)
  })

  it("says which files it is about", () => {
    const [, , throws] = readOutput("jest", outputOf("jest")).failures
    expect(throws?.files).toEqual(["src/sum.test.js", "src/cart.js"])
  })

  it("says the same of a test that pytest tells in its summary only", () => {
    const [first] = readOutput("pytest", "FAILED tests/test_sum.py::TestCart::test_add - no\n").failures
    expect(first).toEqual({ name: "tests/test_sum.py TestCart.test_add", files: ["tests/test_sum.py"] })
  })

  it("says the name of a test that failed without a word", () => {
    expect(readOutput("go", "--- FAIL: TestSilent (0.00s)\nFAIL\n").failures).toEqual([
      { name: "TestSilent", files: [] },
    ])
  })
})

describe("output of what passes", () => {
  it.each([
    ["vitest", " Test Files  2 passed (2)\n      Tests  12 passed | 1 skipped (13)\n", 12],
    ["jest", "PASS src/a.test.js\n\nTests:       1 skipped, 7 passed, 8 total\n", 7],
    ["mocha", "  3 passing (9ms)\n  1 pending\n", 3],
    ["node-test", "ℹ tests 5\nℹ pass 4\nℹ fail 0\nℹ cancelled 0\nℹ skipped 1\n", 4],
    ["node-test", "TAP version 13\nok 1 - a\nok 2 - b # SKIP\nnot ok 3 - c # TODO later\n1..3\n", 1],
    ["pytest", "...s  [100%]\n3 passed, 1 skipped, 2 warnings in 0.12s\n", 3],
    ["pytest", "=================== 3 passed in 61.02s (0:01:01) ===================\n", 3],
    ["unittest", "...\n-----\nRan 4 tests in 0.001s\n\nOK (skipped=1)\n", 3],
    ["cargo", "test result: ok. 4 passed; 0 failed; 1 ignored\n\ntest result: ok. 2 passed; 0 failed; 0 ignored\n", 6],
    ["go", "=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\nok  \texample.com/a\t0.002s\n", 1],
    [
      "maven",
      "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in A\n[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 1\n",
      1,
    ],
  ])("has its counts: %s %j", (parser, output, passed) => {
    expect(readOutput(parser, output).counts).toEqual({ passed, failed: 0 })
    expect(readOutput("auto", output).counts).toEqual({ passed, failed: 0 })
  })
})

describe("several tools in one script", () => {
  it("gives the failures of each, and the counts of the tests", () => {
    const reading = readOutput("auto", `${outputOf("tsc")}\n${outputOf("vitest")}`)
    expect(reading.failing).toHaveLength(6)
    expect(reading.failing[0]).toBe("a.ts:1:7: TS2322: Type 'string' is not assignable to type 'number'.")
    expect(reading.counts).toEqual({ passed: 1, failed: 4 })
  })

  it("reads on where the reader that was expected has nothing to say", () => {
    expect(readOutput("vitest", outputOf("eslint")).failing).toHaveLength(3)
  })
})

describe("output of any other kind", () => {
  it("gives the lines that speak of failures, and nothing has a name", () => {
    const output = [
      "开始检查",
      "0 errors in config",
      "配置.yaml 第 3 行：错误：缺少字段 name",
      "fatal: value is 3, wanted 4",
      "done",
    ]
    expect(readOutput("auto", output.join("\n"))).toEqual({
      failing: [output[2], output[3]],
      failures: [],
      counts: null,
    })
  })

  it("gives how it ended where no line speaks of a failure", () => {
    expect(readOutput("auto", "step 1\nstep 2\n").failing).toEqual(["step 1", "step 2"])
  })

  it("finds nothing in nothing", () => {
    expect(readOutput("pytest", "")).toEqual({ failing: [], failures: [], counts: null })
  })
})

describe("bounds", () => {
  it("hold for any mix of lines, by any reader", () => {
    const names = Object.values(OUTPUTS).flatMap((outputs) => Object.keys(outputs))
    const known = names.flatMap((name) => outputOf(name).split("\n"))
    const line = fc.oneof(
      fc.constantFrom(...known),
      fc.string({ unit: "binary", maxLength: 500 }),
      fc.string({ unit: "binary-ascii" }),
    )
    const parser = fc.constantFrom(...Object.keys(OUTPUTS), "auto")
    fc.assert(
      fc.property(parser, fc.array(line, { maxLength: 60 }), (reader, lines) => {
        const { failing, counts } = readOutput(reader, lines.join("\n"))
        expect(failing.length).toBeLessThanOrEqual(20)
        expect(failing.filter((text) => text.length > 300 || text.trim() === "" || /\p{Cc}/u.test(text))).toEqual([])
        expect(counts === null || (counts.passed >= 0 && counts.failed >= 0)).toBe(true)
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })

  it("shows at most 20 lines, each once, and keeps every name", () => {
    const lines = Array.from({ length: 50 }, (_, index) => `src/a.ts(${index + 1},1): error TS1: no.`)
    const { failing, failures, counts } = readOutput("tsc", [...lines, ...lines].join("\n"))
    expect(failing).toHaveLength(20)
    expect(failures).toHaveLength(50)
    expect(new Set(failing).size).toBe(20)
    expect(counts).toEqual({ passed: 0, failed: 100 })
  })

  it("cuts a long line and never inside a character", () => {
    const [line = ""] = readOutput("tsc", `a.ts(1,1): error TS1: ${"😀".repeat(1000)}`).failing
    expect(line.length).toBe(300)
    expect(line.endsWith("…")).toBe(true)
    expect(line.isWellFormed()).toBe(true)
  })

  it("is not slowed down by a line of a megabyte", () => {
    const { failing } = readOutput("auto", `Error: ${"a:b (1,2) ".repeat(100_000)}\n${" ".repeat(1_000_000)}x`)
    expect(failing[0]?.startsWith("Error: a:b")).toBe(true)
  })
})
