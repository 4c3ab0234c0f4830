import { readdirSync, readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readOutput } from "./read-output.ts"

/** Replay a failure with the seed and path that fast-check prints. */
const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20261115)
const RUNS = Number(process.env.KEELSON_TEST_RUNS ?? 500)

type Expected = { failing: string[]; counts: { passed: number; failed: number; skipped?: number } | null }

/** What stands in `parsers/__fixtures__`: real output where the tool was at hand. */
const OUTPUTS: Record<string, Record<string, Expected>> = {
  biome: {
    biome: {
      failing: [
        "a.js:2:1 lint/suspicious/noDebugger: This is an unexpected use of the debugger statement.",
        "a.js:3:7 lint/suspicious/noDoubleEquals: Using == may be unsafe if you are relying on type coercion.",
        "a.js:3:15 lint/correctness/noInnerDeclarations: This var should be declared at the root of the module.",
        "a.js format: is not formatted as the project wants it",
        "package.json format: is not formatted as the project wants it",
      ],
      counts: { passed: 0, failed: 5 },
    },
  },
  cargo: {
    "cargo-check": {
      failing: [
        "src/lib.rs:1:39: E0425 cannot find value `y` in this scope (not found in this scope)",
        "src/lib.rs:1:34: E0308 mismatched types (expected `i32`, found `&str`)",
      ],
      counts: { passed: 0, failed: 2 },
    },
    "cargo-test-all": {
      failing: [
        "tests/a_old.rs:3:5 was_red_before: assertion `left == right` failed left: 2 right: 3",
        "tests/b_new.rs:3:5 adds_negatives: assertion `left == right` failed left: -2 right: 2",
      ],
      counts: {
        passed: 2,
        failed: 2,
      },
    },
    "cargo-test": {
      failing: [
        'tests::errs: Error: "bad thing"',
        "src/lib.rs:21:28 tests::panics: index out of bounds: the len is 0 but the index is 3",
        "src/lib.rs:14:9 tests::adds: assertion `left == right` failed: 求和 left: -1 right: 3",
      ],
      counts: { passed: 1, failed: 3, skipped: 1 },
    },
  },
  eslint: {
    "eslint-10": {
      failing: [
        "bad.js:1:7 no-unused-vars: 'unused' is assigned a value but never used",
        "bad.js:2:12 eqeqeq: Expected '===' and instead saw '=='",
      ],
      counts: { passed: 0, failed: 2 },
    },
    eslint: {
      failing: [
        "src/broken.js:3:1: Parsing error: Unexpected token }",
        "src/cart.js:3:9 no-unused-vars: 'unused' is assigned a value but never used",
        "src/页面/index.js:1:33 eqeqeq: Expected '===' and instead saw '=='",
      ],
      counts: { passed: 0, failed: 3 },
    },
  },
  go: {
    "go-verbose": {
      failing: [
        "sum_test.go:6 TestAdd: start sum_test.go:8: Add(1, 2) = -1; 期望 3",
        "sum_test.go:22 TestTable/zero: Error Trace: sum_test.go:22 Error: Not equal: expected: 0 actual : 1 Test: TestTable/zero",
      ],
      counts: { passed: 3, failed: 3, skipped: 1 },
    },
    "go-build": {
      failing: ["sum/sum.go:4:2: x declared but not used", "sum/sum.go:5:9: undefined: total"],
      counts: null,
    },
    "go-panic": {
      failing: ["sum/sum.go:9 TestIndex: panic: runtime error: index out of range [3] with length 0"],
      counts: null,
    },
    "go-test": {
      failing: [
        "sum_test.go:6 TestAdd: start sum_test.go:8: Add(1, 2) = -1; 期望 3",
        "sum_test.go:22 TestTable/zero: Error Trace: sum_test.go:22 Error: Not equal: expected: 0 actual : 1 Test: TestTable/zero",
      ],
      counts: null,
    },
  },
  gradle: {
    "gradle-4": {
      failing: [
        "SumTest.java:9 demo.SumTest > adds: java.lang.AssertionError at SumTest.java:9",
        "SumTest.java:11 demo.SumTest > boom: java.lang.IllegalStateException at SumTest.java:11",
      ],
      counts: { passed: 1, failed: 2, skipped: 1 },
    },
    "gradle-4-compile": { failing: ["src/main/java/demo/Sum.java:5: cannot find symbol"], counts: null },
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
    "jest-30": {
      failing: [
        "jest/sum.test.js:2:38 adds: expect(received).toBe(expected) // Object.is equality Expected: 3 Received: -1",
        "jest/sum.test.js:4:32 cart › raises: TypeError: no such item",
      ],
      counts: { passed: 1, failed: 2, skipped: 1 },
    },
    jest: {
      failing: [
        "src/sum.test.js:7:23 cart › 求和：两个数相加: expect(received).toBe(expected) // Object.is equality Expected: 3 Received: -1",
        'src/sum.test.js:10:20 cart › compares: expect(received).toEqual(expected) // deep equality (- expected + received) - "b": 2, + "b": 3,',
        "src/cart.js:2:21 cart › throws: TypeError: Cannot read properties of undefined (reading 'total')",
        "src/broken.test.js:1:37 Test suite failed to run: Cannot find module './missing' from 'src/broken.test.js'",
      ],
      counts: { passed: 2, failed: 4, skipped: 1 },
    },
  },
  maven: {
    "maven-compile": {
      failing: ["src/main/java/demo/Sum.java:5:16: cannot find symbol symbol: variable c location: class demo.Sum"],
      counts: null,
    },
    maven: {
      failing: ["SumTest.adds:9: 求和 ==> expected: <3> but was: <-1>", "SumTest.boom:11: IllegalState bad state"],
      counts: { passed: 1, failed: 2, skipped: 1 },
    },
  },
  mocha: {
    "mocha-12": {
      failing: [
        "mocha/sum.js:3:25 adds: AssertionError [ERR_ASSERTION]: -1 == 3 (+ expected - actual) --1 +3",
        "mocha/sum.js:5:30 cart > raises: TypeError: no such item",
      ],
      counts: { passed: 1, failed: 2, skipped: 1 },
    },
    mocha: {
      failing: [
        "test/cart.spec.js:6:12 cart > 求和: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: -1 !== 3 (+ expected - actual) --1 +3",
        "test/cart.spec.js:10:12 cart > nested > throws: TypeError: cart.total is not a function",
      ],
      counts: { passed: 1, failed: 2, skipped: 1 },
    },
  },
  "node-test": {
    "node-test-20": {
      failing: [
        "sum.test.js:4:31 求和：两个数相加: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 2 !== 3",
        "sum.test.js:6:36 deep compares: AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal: (+ actual - expected) + 2 - 3",
        "sum.test.js:7:32 throws: TypeError [Error]: Cannot read properties of undefined (reading 'total')",
      ],
      counts: { passed: 1, failed: 3, skipped: 1 },
    },
    "tap-20": {
      failing: [
        "sum.test.js:4:31 求和：两个数相加: Expected values to be strictly equal: 2 !== 3 (expected 3, actual 2)",
        "sum.test.js:6:36 cart > deep compares: Expected values to be strictly deep-equal: (+ actual - expected) + 2 - 3",
        "sum.test.js:7:32 cart > throws: Cannot read properties of undefined (reading 'total')",
      ],
      counts: { passed: 1, failed: 3, skipped: 1 },
    },
    "node-test-crash": {
      failing: [
        "a.test.js:3 a.test.js: SyntaxError: Unexpected end of input",
        "b.test.js: Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'nothing.js' imported from b.test.js",
        "c.test.js: the file ended before its tests did",
      ],
      counts: { passed: 0, failed: 3 },
    },
    "node-test": {
      failing: [
        "sum.test.js:4:31 求和：两个数相加: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 2 !== 3",
        "sum.test.js:6:36 deep compares: AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal: (+ actual - expected) + 2 - 3",
        "sum.test.js:7:32 throws: TypeError: Cannot read properties of undefined (reading 'total')",
      ],
      counts: { passed: 1, failed: 3, skipped: 1 },
    },
    "tap-nested": {
      failing: [
        "test/slow.js: stopped after 3000 ms",
        "test/sum.js:6:5 求和：两个数相加 > of two: (- expected + actual) -3 +-1",
        'test/sum.js:12:7 of a list > compares > should be equivalent: (- expected + actual) - "b": 3, + "b": 1,',
      ],
      counts: { passed: 3, failed: 3 },
    },
    tap: {
      failing: [
        "sum.test.js:4:31 求和：两个数相加: Expected values to be strictly equal: 2 !== 3 (expected 3, actual 2)",
        "sum.test.js:6:36 cart > deep compares: Expected values to be strictly deep-equal: (+ actual - expected) + 2 - 3",
        "sum.test.js:7:32 cart > throws: Cannot read properties of undefined (reading 'total')",
      ],
      counts: { passed: 1, failed: 3, skipped: 1 },
    },
  },
  prove: {
    prove: {
      failing: [
        "t/sum.t:5 adds: got: '-1' expected: '3'",
        "t/sum.t:9 holds items: Structures begin differing at: $got->[0] = '1' $expected->[0] = '2'",
        "t/sum.t:10 cart",
        "t/sum.t:11 a test without a name",
        "t/dies.t: Non-zero exit status: 255 Parse errors: Bad plan. You planned 2 tests but ran 1.",
      ],
      counts: { passed: 4, failed: 4 },
    },
  },
  pytest: {
    "pytest-9": {
      failing: [
        "tests/test_sum.py:18 ERROR at setup of TestCart.test_shop: RuntimeError: no shop",
        "tests/test_sum.py:7 test_add: AssertionError: 求和应为三 assert -1 == 3 + where -1 = add(1, 2)",
        "tests/test_sum.py:9 test_dict: AssertionError: assert {'a': 1, 'b': [1, 2]} == {'a': 1, 'b': [1, 3]} Omitting 1 identical items, use -vv to show Differing items: {'b': [1, 2]} != {'b': [1, 3]}",
        "tests/test_sum.py:13 TestCart.test_raise[1]: ValueError: 坏 1",
        "tests/test_sum.py:13 TestCart.test_raise[2]: ValueError: 坏 2",
      ],
      counts: { passed: 1, failed: 5, skipped: 1 },
    },
    "pytest-conftest": {
      failing: ["tests/conftest.py:3 ERROR loading conftest.py: ModuleNotFoundError: No module named 'shop'"],
      counts: null,
    },
    "pytest-import": {
      failing: ["unit/test_imp.py:1 ERROR collecting test_imp.py: ModuleNotFoundError: No module named 'nosuch'"],
      counts: { passed: 0, failed: 1 },
    },
    pytest: {
      failing: [
        "tests/test_sum.py:18 ERROR at setup of TestCart.test_shop: RuntimeError: no shop",
        "tests/test_sum.py:7 test_add: AssertionError: 求和应为三 assert -1 == 3 + where -1 = add(1, 2)",
        "tests/test_sum.py:9 test_dict: AssertionError: assert {'a': 1, 'b': [1, 2]} == {'a': 1, 'b': [1, 3]} Omitting 1 identical items, use -vv to show Differing items: {'b': [1, 2]} != {'b': [1, 3]}",
        "tests/test_sum.py:13 TestCart.test_raise[1]: ValueError: 坏 1",
        "tests/test_sum.py:13 TestCart.test_raise[2]: ValueError: 坏 2",
      ],
      counts: { passed: 1, failed: 5, skipped: 1 },
    },
  },
  ruff: {
    "ruff-concise": {
      failing: [
        "src/app.py:1:8: F401 [*] `os` imported but unused",
        "src/app.py:12:12: F821 Undefined name `总数`",
        "src/bad.py:1:8: invalid-syntax: Expected `:`, found newline",
      ],
      counts: { passed: 0, failed: 3 },
    },
    ruff: {
      failing: [
        "src/app.py:1:8: F401 [*] `os` imported but unused",
        "src/app.py:12:12: F821 Undefined name `总数`",
        "src/bad.py:1:8: invalid-syntax: Expected `:`, found newline",
      ],
      counts: { passed: 0, failed: 3 },
    },
  },
  tsc: {
    "tsc-pretty": {
      failing: [
        "a.ts:1:7: TS2322: Type 'string' is not assignable to type 'number'.",
        "a.ts:3:5: TS2322: Type 'number' is not assignable to type 'string'.",
      ],
      counts: { passed: 0, failed: 2 },
    },
    tsc: {
      failing: [
        "a.ts:1:7: TS2322: Type 'string' is not assignable to type 'number'.",
        "a.ts:3:5: TS2322: Type 'number' is not assignable to type 'string'.",
      ],
      counts: { passed: 0, failed: 2 },
    },
  },
  unittest: {
    "unittest-import": {
      failing: [
        "test_a.py:5 test_err (test_a.A.test_err): KeyError: 'k'",
        "test_imp.py:1 test_imp (unittest.loader._FailedTest.test_imp): ModuleNotFoundError: No module named 'nosuch'",
        "test_a.py:4 test_bad (test_a.A.test_bad): AssertionError: {'a': 1} != {'a': 2} - {'a': 1} + {'a': 2} : 不同",
      ],
      counts: { passed: 1, failed: 3, skipped: 1 },
    },
    unittest: {
      failing: [
        "test_a.py:5 test_err (test_a.A.test_err): KeyError: 'k'",
        "test_a.py:4 test_bad (test_a.A.test_bad): AssertionError: {'a': 1} != {'a': 2} - {'a': 1} + {'a': 2} : 不同",
      ],
      counts: { passed: 1, failed: 2, skipped: 1 },
    },
  },
  vitest: {
    "vitest-grouped": {
      failing: [
        "src/sum.test.ts:8:20 sum > adds 1: AssertionError: expected -2 to be 3 // Object.is equality (- expected + received) - 3 + -2",
        "src/sum.test.ts:8:20 sum > adds 2: AssertionError: expected -2 to be 3 // Object.is equality (- expected + received) - 3 + -2",
        "src/client.ts:2:23 unhandled: Error: connection closed",
      ],
      counts: { passed: 2, failed: 2, skipped: 1 },
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
  bazel: {
    bazel: { failing: ["//pkg:sum_test: pkg/sum_test.cc:5: expected 3, got -1"], counts: { passed: 1, failed: 1 } },
  },
  "c-tests": {
    ctest: {
      failing: ["sum.bad: Subprocess aborted: t_bad: bad.c:3: main: Assertion `1 + 1 == 3' failed.", "crash: SEGFAULT"],
      counts: { passed: 1, failed: 2, skipped: 1 },
    },
    "cmake-build": { failing: ["ok.c:1:20: ‘x’ undeclared (first use in this function)"], counts: null },
    catch2: {
      failing: [
        "bowling_test.cpp:13 should be able to score a game with all zeros: REQUIRE( game.score() == 0 ) with expansion: -1 == 0",
        "bowling_test.cpp:17 rolls > too many: due to unexpected exception with message: no such roll",
      ],
      counts: { passed: 1, failed: 2 },
    },
    gtest: {
      failing: [
        "test/sum_test.cc:6 Sum.Adds: Expected equality of these values: sum(1, 2) Which is: -1 3",
        'Sum.Throws: C++ exception with description "no such item" thrown in the test body.',
      ],
      counts: { passed: 1, failed: 2, skipped: 1 },
    },
  },
  deno: {
    "deno-2": {
      failing: [
        'sum_test.ts:1:60 adds: Error: -1 is not 3 Deno.test("adds", () => { if (1 - 2 !== 3 as number) throw new Error("-1 is not 3") }) ^',
        'sum_test.ts:4:71 cart ... raises: TypeError: no such item Deno.test("cart", async (t) => { await t.step("raises", () => { throw new TypeError("no such item") }) }) ^',
      ],
      counts: { passed: 1, failed: 2, skipped: 1 },
    },
    deno: {
      failing: [
        "sum_test.ts:4:3 求和: AssertionError: Expected values to be strictly equal: -1 !== 3 strictEqual(1 - 2, 3) ^",
        "sum_test.ts:10:45 cart ... raises: TypeError: Cannot read properties of undefined (reading 'x') (undefined as unknown as { x(): void }).x() ^",
      ],
      counts: { passed: 1, failed: 2, skipped: 1 },
    },
  },
  dotnet: {
    dotnet: {
      failing: [
        "SumTests.cs:9 Demo.SumTests.Adds: Assert.Equal() Failure: Values differ Expected: 3 Actual: -1",
        "Sum.cs:5 Demo.SumTests.Rows(a: 3): System.InvalidOperationException : bad state",
      ],
      counts: { passed: 3, failed: 2, skipped: 1 },
    },
    "dotnet-build": {
      failing: [
        "Sum.cs:3:12: CS0103 The name 'total' does not exist in the current context",
        "Sum.cs:7:5: CS1002 ; expected",
      ],
      counts: { passed: 0, failed: 2 },
    },
  },
  exunit: {
    "exunit-compile": {
      failing: ['lib/exdemo.ex:2:1: missing terminator: end (for "do" starting at line 1)'],
      counts: null,
    },
    exunit: {
      failing: [
        "test/exdemo_test.exs:4 ExdemoTest 求和: Assertion with == failed code: assert Exdemo.hello() == :earth left: :world right: :earth",
        'test/exdemo_test.exs:8 ExdemoTest cart raises: ** (RuntimeError) bad state code: raise "bad state"',
      ],
      counts: { passed: 2, failed: 2, skipped: 1 },
    },
  },
  minitest: {
    minitest: {
      failing: [
        "test/test_sum.rb:5 SumTest#test_raises: NoMethodError: undefined method `total' for nil:NilClass def test_raises; nil.total; end",
        "test/test_sum.rb:3 SumTest#test_adds: Expected: 3 Actual: -1",
      ],
      counts: { passed: 1, failed: 2, skipped: 1 },
    },
    "test-unit": {
      failing: [
        "test/test_unit.rb:3 UnitTest#test_adds: <3> expected but was <-1>",
        "test/test_unit.rb:5 UnitTest#test_raises: NoMethodError: undefined method `total' for nil:NilClass def test_raises; nil.total; end",
      ],
      counts: { passed: 1, failed: 2, skipped: 1 },
    },
  },
  phpunit: {
    phpunit: {
      failing: [
        "tests/SumTest.php:6 SumTest::testBoom: RuntimeException: bad state",
        "tests/SumTest.php:4 SumTest::testAdds: 求和 Failed asserting that -1 is identical to 3.",
        "tests/SumTest.php:8 SumTest::testRows with data set \"three\": Failed asserting that two arrays are equal. (- expected + actual) - 'b' => 2 + 'b' => 3",
      ],
      counts: { passed: 2, failed: 3, skipped: 1 },
    },
  },
  rspec: {
    rspec: {
      failing: [
        "spec/sum_spec.rb:3 cart 求和: expected: 3 got: -1 (compared using ==)",
        'spec/sum_spec.rb:6 cart nested raises: NoMethodError: undefined method `total\' for nil:NilClass it("raises") { nil.total }',
      ],
      counts: { passed: 1, failed: 2, skipped: 1 },
    },
  },
  swift: {
    swift: {
      failing: [
        'Tests/demoTests/SumTests.swift:6 SumTests.testAdds: XCTAssertEqual failed: ("-1") is not equal to ("3") - 求和',
        'SumTests.testThrows: threw error "bad state"',
      ],
      counts: { passed: 1, failed: 2 },
    },
    "swift-testing": {
      failing: ["SumTests.swift:7:9 adds(): Expectation failed: (sum(1, 2) → -1) == 3"],
      counts: { passed: 1, failed: 1 },
    },
    "swift-build": { failing: ["Sources/demo/Sum.swift:2:12: cannot find 'total' in scope"], counts: null },
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

it("every reader has real output, and every output says where it is from", () => {
  const sources = JSON.parse(readFileSync(new URL("./parsers/__fixtures__/sources.json", import.meta.url), "utf8"))
  expect(Object.keys(sources).sort()).toEqual(Object.values(OUTPUTS).flatMap(Object.keys).sort())
  const unsourced = Object.entries<string>(sources).filter(([, from]) => !HAS_SOURCE.test(from))
  expect(unsourced).toEqual([])
  const readers = ["./parsers/", "./parsers/linters/"]
    .flatMap((folder) => readdirSync(new URL(folder, import.meta.url)))
    .filter((name) => name.endsWith(".ts"))
  const families = readers.map((name) => name.slice(0, -3)).filter((name) => !HELPERS.has(name))
  expect(Object.keys(OUTPUTS)).toEqual(expect.arrayContaining(families))
})

/** A version of the tool, or that it can't be run where these were made. */
const HAS_SOURCE = /\d+\.\d+|can(?:'t)? be had/

/** TAP is read for others. */
const HELPERS = new Set(["tap"])

describe("what fails is known by a name that does not move with its lines", () => {
  it.each([
    [
      "prove",
      ["t/sum.t adds", "t/sum.t holds items", "t/sum.t cart", "t/sum.t a test without a name", "t/dies.t its end"],
    ],
    ["biome", ["a.js lint/suspicious/noDebugger", "a.js lint/suspicious/noDoubleEquals"]],
    ["cargo-check", ["src/lib.rs E0425 cannot find value `y` in this scope", "src/lib.rs E0308 mismatched types"]],
    ["cargo-test-all", ["was_red_before", "adds_negatives"]],
    ["cargo-test", ["tests::errs", "tests::panics", "tests::adds"]],
    ["eslint", ["src/broken.js Parsing error: Unexpected token }", "src/cart.js no-unused-vars"]],
    ["go-build", ["sum/sum.go x declared but not used", "sum/sum.go undefined: total"]],
    ["go-panic", ["TestIndex"]],
    ["go-test", ["TestAdd", "TestTable/zero"]],
    ["gradle", ["SumTest > adds()", "SumTest > boom()"]],
    ["jest", ["src/sum.test.js cart › 求和：两个数相加", "src/sum.test.js cart › compares"]],
    ["maven", ["SumTest.adds", "SumTest.boom"]],
    ["maven-compile", ["src/main/java/demo/Sum.java cannot find symbol"]],
    ["mocha", ["cart > 求和", "cart > nested > throws"]],
    ["node-test", ["sum.test.js 求和：两个数相加", "sum.test.js deep compares", "sum.test.js throws"]],
    ["node-test-crash", ["a.test.js", "b.test.js", "c.test.js"]],
    ["pytest", ["tests/test_sum.py ERROR at setup of TestCart.test_shop", "tests/test_sum.py test_add"]],
    ["ruff", ["src/app.py F401", "src/app.py F821", "src/bad.py invalid-syntax"]],
    ["tsc", ["a.ts TS2322", "a.ts TS2322 (2)"]],
    ["unittest", ["test_err (test_a.A.test_err)", "test_bad (test_a.A.test_bad)"]],
    ["vitest", ["broken.test.ts", "sum.test.ts cart > 求和", "sum.test.ts cart > throws"]],
    ["bazel", ["//pkg:sum_test"]],
    ["ctest", ["sum.bad", "crash"]],
    ["cmake-build", ["ok.c ‘x’ undeclared (first use in this function)"]],
    ["catch2", ["bowling_test.cpp should be able to score a game with all zeros", "bowling_test.cpp rolls > too many"]],
    ["gtest", ["Sum.Adds"]],
    ["deno", ["sum_test.ts 求和", "sum_test.ts cart ... raises"]],
    ["dotnet", ["Demo.SumTests.Adds", "Demo.SumTests.Rows(a: 3)"]],
    [
      "dotnet-build",
      ["Sum.cs CS0103 The name 'total' does not exist in the current context", "Sum.cs CS1002 ; expected"],
    ],
    ["exunit", ["test/exdemo_test.exs ExdemoTest 求和", "test/exdemo_test.exs ExdemoTest cart raises"]],
    ["go-verbose", ["TestAdd", "TestTable/zero"]],
    ["minitest", ["SumTest#test_raises", "SumTest#test_adds"]],
    ["test-unit", ["UnitTest#test_adds", "UnitTest#test_raises"]],
    ["phpunit", ["SumTest::testBoom", "SumTest::testAdds", 'SumTest::testRows with data set "three"']],
    ["rspec", ["spec/sum_spec.rb cart 求和", "spec/sum_spec.rb cart nested raises"]],
    ["swift", ["SumTests.testAdds", "SumTests.testThrows"]],
    ["swift-testing", ["adds()"]],
    ["swift-build", ["Sources/demo/Sum.swift cannot find 'total' in scope"]],
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
    expect(readOutput(parser, output).counts).toMatchObject({ passed, failed: 0 })
    expect(readOutput("auto", output).counts).toMatchObject({ passed, failed: 0 })
  })
})

describe("several tools in one script", () => {
  it("gives the failures of each, and the counts of the tests", () => {
    const reading = readOutput("auto", `${outputOf("tsc")}\n${outputOf("vitest")}`)
    expect(reading.failing).toHaveLength(6)
    expect(reading.failing[0]).toBe("a.ts:1:7: TS2322: Type 'string' is not assignable to type 'number'.")
    expect(reading.counts).toEqual({ passed: 1, failed: 4, skipped: 1 })
  })

  it("reads on where the reader that was expected has nothing to say", () => {
    expect(readOutput("vitest", outputOf("eslint")).failing).toHaveLength(3)
  })
})

describe("output of any other kind", () => {
  it("gives its last lines, and nothing has a name", () => {
    const output = ["开始检查", "0 errors in config", "配置.yaml 第 3 行：错误：缺少字段 name", "done"]
    expect(readOutput("auto", output.join("\n"))).toMatchObject({
      failing: [],
      failures: [],
      counts: null,
      last: output,
    })
  })

  it("gives the last 40 lines, with their indentation", () => {
    const lines = Array.from({ length: 60 }, (_, index) => `  line ${index}`)
    expect(readOutput("auto", lines.join("\n")).last).toEqual(lines.slice(-40))
  })

  it.each([
    "ok 1 - expected to throw: TypeError a Comparator is required",
    "    ok 13 - <=2.0.0 <=2.0.0 undefined",
    "# Subtest: fails on bad input",
    "✔ an error is thrown (1.2ms)",
    "  ✓ refuses what failed",
    "PASS test/error.test.js",
    "--- PASS: TestError (0.00s)",
    "=== RUN   TestError",
    "test tests::error_is_told ... ok",
    "tests/test_error.py::test_fail PASSED [ 50%]",
    "test_error (test_a.A.test_error) ... ok",
    "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0",
    "ErrorTest > fails() PASSED",
    "[       OK ] Sum.Error (0 ms)",
    " 1/12 Test  #1: error_path .......................   Passed    0.01 sec",
    "Test Case 'SumTests.testError' passed (0.001 seconds)",
    "  Passed Errors_are_told [12 ms]",
    "not ok 3 - expected failure # TODO later",
    "..F..  [100%]",
  ])("never gives a line that passed: %s", (line) => {
    const { last, said, failing } = readOutput("auto", `${line}\nsomething is wrong\n`)
    expect([...failing, ...last]).toEqual(["something is wrong"])
    expect(said).toEqual(["something is wrong"])
  })

  it("leaves out what package managers say of any failure, but not their own errors", () => {
    const output = [
      "npm warn Unknown project config",
      "npm error No workspaces found!",
      "npm error A complete log of this run can be found in: /root/.npm/_logs/x.log",
    ]
    expect(readOutput("auto", output.join("\n")).last).toEqual(["npm error No workspaces found!"])
  })

  it("finds nothing in nothing", () => {
    expect(readOutput("pytest", "")).toEqual({
      failing: [],
      failures: [],
      counts: null,
      summary: [],
      said: [],
      last: [],
    })
  })
})

const TAP_PASSED =
  "TAP version 14\nok 1 - test/a.js # time=21.1ms\nok 2 - expected to throw: TypeError # time=3.4ms\n1..2\n"
const TEMPLATE_CHECK = "Some problems were detected:\n\nThe repo file CODEOWNERS needs to be updated:\n"

/** npm's header above the output of a script. */
function header(script: string, command: string): string {
  return `\n> semver@7.7.4 ${script}\n> ${command}\n\n`
}

describe("the script of a package.json that failed", () => {
  it("is the last one that began; those before it passed", () => {
    const output = [
      header("test", "tap"),
      TAP_PASSED,
      header("posttest", "npm run lint"),
      header("lint", "npm run eslint"),
      header("eslint", "eslint ."),
      header("postlint", "template-oss-check"),
      TEMPLATE_CHECK,
    ].join("")
    const { script, failing, last, counts } = readOutput("auto", output)
    expect(script).toBe("postlint")
    expect(failing).toEqual([])
    expect(last).toEqual(["Some problems were detected:", "The repo file CODEOWNERS needs to be updated:"])
    expect(counts).toEqual({ passed: 2, failed: 0 })
  })

  it("is pretest where that came first, and the main one without the others", () => {
    const pretest = header("pretest", "check-things") + TEMPLATE_CHECK
    expect(readOutput("auto", pretest).script).toBe("pretest")
    const main = `${header("pretest", "eslint .")}${header("test", "tap")}not ok 1 - test/a.js # time=3ms\n1..1\n`
    expect(readOutput("auto", main)).toMatchObject({ script: "test", failures: [{ name: "test/a.js" }] })
  })

  it("is the caller where it goes on after what it called", () => {
    const output = `${header("lint", "npm run eslint && prettier -c .")}${header("eslint", "eslint .")}a.js is not formatted\n`
    expect(readOutput("auto", output).script).toBe("lint")
  })

  it("tells no warnings of the scripts before it as failures", () => {
    const warnings = "/p/a.js\n  3:7  warning  'x' is never used  no-unused-vars\n"
    const output = `${header("pretest", "eslint .")}${warnings}${header("test", "tap")}boom\n`
    expect(readOutput("auto", output)).toMatchObject({ script: "test", failures: [], last: ["boom"] })
  })

  it("is not guessed where scripts run side by side or go on after a failure", () => {
    for (const command of ["run-p lint unit", "npm run lint; npm run unit", "npm run lint & npm run unit"]) {
      const output = `${header("test", command)}${header("lint", "eslint .")}${header("unit", "tap")}boom\n`
      expect(readOutput("auto", output).script).toBeUndefined()
    }
  })

  it("is named with its package in a workspace", () => {
    const failed = (name: string) =>
      `\n> ${name}@1.0.0 test\n> node check.js\n\nbad\nnpm error Lifecycle script \`test\` failed with error:\nnpm error code 1\nnpm error path /w/${name}\nnpm error workspace ${name}@1.0.0\n`
    expect(readOutput("auto", failed("b") + failed("@x/a")).script).toBe("test of @x/a, test of b")
  })

  it("has its header also without a name or version, and in pnpm's way", () => {
    expect(readOutput("auto", "\n> test\n> node check.js\n\nbad\n").script).toBe("test")
    expect(readOutput("auto", "\n> demo@1.0.0 test /home/me/demo\n> node check.js\n\nbad\n").script).toBe("test")
  })
})

describe("the lines that sum up a check", () => {
  it.each([
    ["Suites:   51 passed, 51 of 51 completed\nAsserts:  8948 passed, of 8948\n", 2],
    ["# { total: 51, pass: 51 }\n", 1],
    ["Test Suites: 1 failed, 2 total\nTests:       1 failed, 7 passed, 8 total\nTime: 2 s\n", 2],
    [" Test Files  2 passed (2)\n      Tests  12 passed | 1 skipped (13)\n", 2],
    ["=================== 3 passed, 1 skipped in 61.02s (0:01:01) ===================\n", 1],
    ["Ran 4 tests in 0.001s\n\nOK (skipped=1)\n", 2],
    ["test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n", 1],
    ["100% tests passed, 0 tests failed out of 5\n", 1],
    ["5 examples, 1 failure, 1 pending\n", 1],
    ["5 runs, 8 assertions, 1 failures, 0 errors, 0 skips\n", 1],
    ["OK (5 tests, 8 assertions)\n", 1],
    ["3 doctests, 5 tests, 1 failure\n", 1],
    ["Failed!  - Failed:     1, Passed:     5, Skipped:     0, Total:     6, Duration: 12 ms - X.dll (net8.0)\n", 1],
    ["ok | 5 passed | 0 failed (12ms)\n", 1],
    ["Executed 5 tests, with 0 failures (0 unexpected) in 0.1 (0.1) seconds\n", 1],
    ["File      | % Stmts | % Branch |\nAll files |   98.32 |    91.01 |\n a.js     |     100 |      100 |\n", 1],
    ["TOTAL                      212     13    94%\n", 1],
    ["ok  \texample.com/a\t0.01s\tcoverage: 85.7% of statements\n", 1],
    ["Line Coverage: 97.65% (83 / 85)\n", 1],
    ["ERROR: Coverage for lines (98.3%) does not meet global threshold (100%)\n", 1],
    ["hello world\n", 0],
  ])("are shown, green or red: %j", (output, amount) => {
    expect(readOutput("auto", output).summary).toHaveLength(amount)
  })

  it("put the figures of node:test into one", () => {
    expect(readOutput("node-test", outputOf("tap")).summary).toEqual(["tests 6, pass 1, fail 3, skipped 1, todo 1"])
  })
})

describe("what a failed script said, for comparison", () => {
  it("is the same with other numbers, times, dates and places", () => {
    const one =
      "[02:19:49] checked 12 files in 900 ms\n/tmp/build-x1/a: 3 problems\n\nat Wed Nov 18 2026, id 3f2a9bc1, 0x7ffd\n"
    const two =
      "[02:25:01] checked 1 file in 1.1 s\n/tmp/build-y2/b/a: 1 problem\nat Thu Nov 19 2026, id 88aa7d04, 0x7abc\n"
    expect(readOutput("auto", one).said).toEqual(readOutput("auto", two).said)
  })

  it("names files of the workspace, so that another one is a new line", () => {
    const said = readOutput("auto", "src/a.js:3 is not formatted\nsrc/b.js:3 is not formatted\n").said
    expect(said).toEqual(["src/a.js:# is not formatted", "src/b.js:# is not formatted"])
  })

  it("has no counts, no coverage and nothing that passed", () => {
    const output = "✓ a new test (3ms)\nTests:       9 passed, 9 total\nnew.js   |  100 |  100 |\nnot enough\n"
    expect(readOutput("auto", output).said).toEqual(["not enough"])
  })
})

/** How the findings of a fixture are told apart, to put them in another order. */
const FINDING_STARTS: Readonly<Record<string, RegExp>> = {
  biome: /^\S.* (?:lint|format)\S* +.*━+$/,
  "cargo-check": /^error/,
  "cargo-test": /^---- /,
  eslint: /^\S.*\.js$/,
  "go-build": /\.go:\d/,
  "go-test": /^--- FAIL/,
  gradle: / FAILED$/,
  "gradle-compile": /\.(?:kt|java):\d/,
  jest: /^(?:FAIL|PASS) /,
  maven: /^\[ERROR\] {3}/,
  mocha: /^ {2}\d+\) /,
  "node-test": /^test at /,
  pytest: /^_{3,} .* _{3,}$/,
  ruff: /^[A-Z]+\d+ |^invalid-syntax/,
  "ruff-concise": /\.py:\d/,
  tsc: /error TS/,
  "tsc-pretty": /error.* TS/,
  unittest: /^(?:ERROR|FAIL): /,
  vitest: /^ FAIL {2}/,
  "go-verbose": /^--- FAIL/,
  ctest: /^\t {2}\d+ - .*\((?!Disabled)/,
  dotnet: /^ {2}Failed /,
  exunit: /^ {2}\d+\) /,
  minitest: /^ {2}\d+\) /,
  "test-unit": /^(?:Failure|Error): /,
  phpunit: /^\d+\) /,
  rspec: /^rspec /,
  swift: / failed \(\d/,
}

describe("the names of what fails", () => {
  it.each(Object.values(OUTPUTS).flatMap((outputs) => Object.keys(outputs)))(
    "are the same with other times, order and temporary folders: %s",
    (fixture) => {
      const output = outputOf(fixture)
      const names = (text: string) =>
        readOutput("auto", text)
          .failures.map(({ name }) => name)
          .sort()
      expect(names(withOtherTimes(output))).toEqual(names(output))
      const start = FINDING_STARTS[fixture]
      if (start !== undefined) expect(names(reversed(output, start))).toEqual(names(output))
      const inFolder = (folder: string) => names(output.replaceAll("/home/user/project", folder))
      expect(inFolder("/tmp/k-a1B2")).toEqual(inFolder("/tmp/k-Zz99"))
    },
  )

  it.each([
    ["node-test", "TAP version 14\nnot ok 1 - test/bin/semver.js # time=31178.029ms\n1..1\n", "test/bin/semver.js"],
    ["vitest", " FAIL  a.test.ts > reads /tmp/x-12ab/file.txt\nError: no\n", "a.test.ts reads <tmp>"],
    [
      "pytest",
      "FAILED tests/test_a.py::test_b[<X object at 0x7f33a0>] - no\n",
      "tests/test_a.py test_b[<X object at 0x…>]",
    ],
  ])("have no times, addresses and temporary folders in them: %s %j", (parser, output, name) => {
    expect(readOutput(parser, output).failures.map((failure) => failure.name)).toEqual([name])
  })
})

function withOtherTimes(output: string): string {
  return output
    .replaceAll(/\d+(?:\.\d+)?(?= ?m?s\b)/g, (number) => String(Number(number) * 3 + 1))
    .replaceAll(/(duration_ms:? )[\d.]+/g, "$17.5")
    .replaceAll(/thread '(.*)' \(\d+\)/g, "thread '$1' (77)")
}

/** The blocks from the first finding on, the last one first. */
function reversed(output: string, start: RegExp): string {
  const lines = output.split("\n")
  const starts = lines.flatMap((line, index) => (start.test(line) ? [index] : []))
  const blocks = starts.map((from, index) => lines.slice(from, starts[index + 1]))
  return [...lines.slice(0, starts[0]), ...blocks.toReversed().flat()].join("\n")
}

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
        const { failing, last, counts } = readOutput(reader, lines.join("\n"))
        expect(failing.length).toBeLessThanOrEqual(20)
        expect(last.length).toBeLessThanOrEqual(40)
        expect(
          [...failing, ...last].filter((text) => text.length > 300 || text.trim() === "" || /\p{Cc}/u.test(text)),
        ).toEqual([])
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
    const { last } = readOutput("auto", `Error: ${"a:b (1,2) ".repeat(100_000)}\n${" ".repeat(1_000_000)}x`)
    expect(last[0]?.startsWith("Error: a:b")).toBe(true)
  })
})
