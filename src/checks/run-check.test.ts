import { afterEach, describe, expect, it, vi } from "vitest"
import { type Fixture, makeFixture } from "../../test/support/tool-fixture.ts"
import type { SandboxPlace } from "../tools/sandbox/sandbox.ts"
import type { Check, CheckOutcome } from "./check.ts"
import { checkVersion } from "./check-version.ts"
import { runCheck } from "./run-check.ts"

afterEach(() => {
  vi.unstubAllEnvs()
})

type Files = Record<string, string>

function checkOf(command: string, more: Partial<Check> = {}): Check {
  return { name: "test", kind: "test", command, source: "config", parser: "auto", ...more }
}

function contextOf({ workspace }: Fixture, signal = new AbortController().signal) {
  return { workspace, signal, report: () => {} }
}

async function outcomeOf(command: string, files: Files = {}, more: Partial<Check> = {}): Promise<CheckOutcome> {
  await using fixture = await makeFixture(files)
  return await runCheck(checkOf(command, more), contextOf(fixture))
}

/** A check that prints a text and ends with a code, as a tool would that is not on this machine. */
function saying(output: string, exitCode: number, more: Partial<Check> = {}): Promise<CheckOutcome> {
  return outcomeOf(`cat output.txt; exit ${exitCode}`, { "output.txt": output }, more)
}

describe("a check that ran", () => {
  it("passed or failed by its exit code, whatever it says", async () => {
    expect(await saying("Error: this is only a word\n", 0, { kind: "lint" })).toMatchObject({
      status: "passed",
      failing: [],
    })
    const failed = await saying("all is well\n", 3)
    expect(failed).toMatchObject({ status: "failed", counts: null, output: "all is well", exitCode: 3 })
    expect(failed.failing).toEqual([
      '"cat output.txt; exit 3" ended with exit code 3; it reported no failure.',
      "all is well",
    ])
  })

  it("says what fails, in paths of the workspace", async () => {
    const test = 'import { test } from "node:test"\nimport assert from "node:assert"\n'
    const outcome = await outcomeOf("node --test", {
      "sum.test.mjs": `${test}test("加法", () => assert.equal(1 + 1, 3))\ntest("other", () => {})\n`,
    })
    expect(outcome).toMatchObject({ status: "failed", counts: { passed: 1, failed: 1 } })
    expect(outcome.failing).toEqual(["sum.test.mjs:3:25 加法: AssertionError [ERR_ASSERTION]: 2 == 3"])
  })

  it("that says nothing is told by its end", async () => {
    expect((await outcomeOf("exit 4")).failing).toEqual(['"exit 4" ended with exit code 4 and said nothing.'])
  })

  it("failed also by a crash of its own", async () => {
    expect((await outcomeOf("kill -SEGV $$")).status).toBe("failed")
  })

  it("runs as on a build server, without questions and downloads", async () => {
    const { output } = await outcomeOf('echo "$CI $npm_config_offline $GOPROXY"; cat; echo end', {}, { kind: "other" })
    expect(output).toBe("true true off\nend")
  })

  it("sees no variable of ours about colours, and its colours are stripped", async () => {
    vi.stubEnv("NO_COLOR", "1")
    const test = 'const { test } = require("node:test")\nconst assert = require("node:assert")\n'
    const seen = 'assert.deepEqual(["NO_COLOR", "CARGO_TERM_COLOR"].filter((name) => name in process.env), [])'
    const outcome = await outcomeOf("node --test && printf '\\033[31mred\\033[0m\\n'", {
      "a.test.js": `${test}test("sees", () => ${seen})\n`,
    })
    expect(outcome).toMatchObject({ status: "passed", counts: { passed: 1, failed: 0 } })
    expect(outcome.output.endsWith("red")).toBe(true)
  })

  it("sees where the user is and in which language, and nothing of colours and widths that was not said to it", async () => {
    const users = {
      HOME: "/home/me",
      TMPDIR: "/var/tmp",
      TZ: "Asia/Tokyo",
      LANG: "zh_CN.UTF-8",
      TERM: "xterm",
      COLUMNS: "99",
    }
    for (const [name, value] of Object.entries(users)) vi.stubEnv(name, value)
    const colours = ["NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "NODE_DISABLE_COLORS", "PY_COLORS"]
    for (const name of colours) vi.stubEnv(name, undefined)
    const { output } = await outcomeOf("env", {}, { kind: "other" })
    const seen = Object.fromEntries(output.split("\n").map((line) => line.split("=", 2)))
    expect(seen).toMatchObject(users)
    expect(colours.filter((name) => name in seen)).toEqual([])
  })

  it("has a build cache in the sandbox where its tool needs one", async () => {
    await using fixture = await makeFixture()
    vi.stubEnv("HOME", fixture.outside)
    const writable: string[] = []
    const sandbox = {
      name: "open",
      wrap: async (command: readonly string[], place: SandboxPlace) => {
        writable.push(...place.writable)
        return command
      },
    }
    const check = checkOf('touch "$GOCACHE/built" && echo "$GOCACHE" # go test ./...', { kind: "other" })
    const { status, output } = await runCheck(check, { ...contextOf(fixture), sandbox })
    expect(status).toBe("passed")
    expect(output.startsWith(`${fixture.outside}/.cache/keelson/workspaces/`)).toBe(true)
    expect(writable).toContain(output)
    await using other = await makeFixture()
    const elsewhere = await runCheck(check, { ...contextOf(other), sandbox })
    expect(elsewhere).toMatchObject({ status: "passed" })
    expect(elsewhere.output).not.toBe(output)
  })

  it("that reports no failure says how it ended, where, and what was counted", async () => {
    const scripts = { test: "node --test", posttest: "echo CODEOWNERS is missing; exit 3" }
    const outcome = await outcomeOf("npm run test", {
      "package.json": JSON.stringify({ name: "demo", version: "1.0.0", scripts }),
      "sum.test.js": 'require("node:test").test("throws an error", () => {})\n',
    })
    expect(outcome).toMatchObject({ status: "failed", exitCode: 3, script: "posttest", failures: [] })
    expect(outcome.failing).toEqual([
      '"npm run test" ended with exit code 3 in its script posttest; the one test that was counted passed.',
      "CODEOWNERS is missing",
    ])
    expect(outcome.said).toEqual(["CODEOWNERS is missing"])
    expect(outcome.summary).toEqual(["tests 1, pass 1, fail 0"])
  })

  it("gives the lines that sum it up also where it is green", async () => {
    const outcome = await saying("3 passed, 1 skipped in 0.12s\nTOTAL   212   13   94%\n", 0)
    expect(outcome).toMatchObject({ status: "passed", exitCode: 0, said: [] })
    expect(outcome.summary).toEqual(["3 passed, 1 skipped in 0.12s", "TOTAL 212 13 94%"])
  })

  it("keeps its whole output, up to a megabyte", async () => {
    const { output } = await outcomeOf("echo first; seq 1 20000; echo last; exit 1")
    expect(output.split("\n")).toHaveLength(20_002)
    expect(output.startsWith("first\n1\n")).toBe(true)
    expect(output.endsWith("20000\nlast")).toBe(true)
  })
})

describe("a check that could not run is broken", () => {
  it.each([
    ["no-such-runner --all", "Could not run: no-such-runner is not installed."],
    ["./script.sh", 'Could not run: a program of "./script.sh" may not be executed.'],
    ["npm run nothing", 'Could not run: there is no script "nothing".'],
    ["npm run test", "Could not run: no-such-runner is not installed."],
    ["npx --no-install no-such-runner", "Could not run: no-such-runner is not installed, and checks install nothing."],
    ["make test", "Could not run: no-such-runner is not installed."],
    ["make nothing", 'Could not run: there is no target "nothing".'],
    ["node missing.js", "Could not run: there is no file missing.js."],
    ["kill -KILL $$", "Killed by SIGKILL before it ended."],
  ])("%s", async (command, reason) => {
    const outcome = await outcomeOf(command, {
      "script.sh": "#!/bin/sh\n",
      "package.json": '{ "scripts": { "test": "no-such-runner" } }',
      Makefile: "test:\n\tno-such-runner --all\n",
    })
    expect([outcome.status, outcome.failing[0]]).toEqual(["broken", reason])
  })

  it.each([
    ["/usr/bin/python3: No module named pytest", 1, "Could not run: pytest is not installed."],
    [
      "error: no such command: `nextest`\n\nhelp: view all installed commands with `cargo --list`",
      101,
      "Could not run: nextest is not installed.",
    ],
    [
      "Error: Cannot find package 'vitest' imported from vitest.config.ts",
      1,
      "Could not run: vitest is not installed.",
    ],
    [
      "error: no matching package named `serde` found\nAs a reminder, you're using offline mode (--offline)",
      101,
      "Could not run: packages are missing, and checks download nothing; install them first.",
    ],
    [
      "sum.go:3:8: example.com/x@v1.0.0: module lookup disabled by GOPROXY=off",
      1,
      "Could not run: packages are missing, and checks download nothing; install them first.",
    ],
    [
      "error TS18003: No inputs were found in config file 'tsconfig.json'.",
      2,
      "Could not run: tsc has no files to check (TS18003).",
    ],
  ])("%j", async (output, exitCode, reason) => {
    const outcome = await saying(output, exitCode, { kind: "types" })
    expect([outcome.status, outcome.failing[0]]).toEqual(["broken", reason])
  })

  it.each([
    [
      "tests/test_a.py:1: in <module>\n___ ERROR collecting tests/test_a.py ___\nE   ModuleNotFoundError: No module named 'httpbin'\n=== 1 error in 0.1s ===\n",
      "httpbin is not installed",
    ],
    [
      "src/x.rb:1:in `require': cannot load such file -- minitest/autorun (LoadError)\n",
      "minitest/autorun is not installed",
    ],
    ["Could not find Hex, which is needed to build dependency :jason\n", "Hex is not installed"],
    ["bash: vendor/bin/phpunit: No such file or directory\n", "vendor/bin/phpunit is not installed"],
    ["error NETSDK1004: Assets file not found. Run a NuGet package restore\n", "run dotnet restore first"],
    ['  Could not find a package configuration file provided by "Qt6" with any\n', "Qt6 is not installed"],
    [
      "Traceback (most recent call last):\n  File \"tests/runtests.py\", line 17, in <module>\n    import shop\nModuleNotFoundError: No module named 'shop'\n",
      "shop is not installed",
    ],
    ["/bin/sh: 1: pnpm: not found\n", "pnpm is not installed"],
  ])("for want of a package, whatever the language: %j", async (output, reason) => {
    const outcome = await saying(output, 1)
    expect(outcome.status).toBe("broken")
    expect(outcome.failing[0]).toContain(reason)
  })

  it("but not for what a test says", async () => {
    const output =
      "FAIL  a.test.ts > x\nError: Cannot find package 'jest-extended'\n      Tests  1 failed | 2 passed (3)\n"
    expect((await saying(` ${output}`, 1)).status).toBe("failed")
    expect((await saying("Error: Cannot find module './sum.js' imported from a.test.js", 1)).status).toBe("failed")
  })

  it("at its time limit, with the output so far", async () => {
    await using fixture = await makeFixture()
    const limit = new AbortController()
    const context = {
      ...contextOf(fixture, limit.signal),
      report: () => limit.abort(new DOMException("late", "TimeoutError")),
    }
    const outcome = await runCheck(checkOf("echo started; exec cat /dev/zero > /dev/null"), context)
    expect(outcome.status).toBe("broken")
    expect(outcome.failing[0]).toMatch(/^Stopped at the time limit after \d+ s; it neither passed nor failed\.$/)
    expect(outcome.output).toBe("started")
  })

  it("and any other abort is nobody's outcome", async () => {
    await using fixture = await makeFixture()
    const stop = new AbortController()
    const context = { ...contextOf(fixture, stop.signal), report: () => stop.abort(new Error("cancelled")) }
    await expect(runCheck(checkOf("echo started; exec cat /dev/zero > /dev/null"), context)).rejects.toThrow(
      "cancelled",
    )
  })
})

describe("tests that don't exist prove nothing", () => {
  const REASON = /^No tests ran/

  it.each([
    ["vitest", "No test files found, exiting with code 1\n\ninclude: **/*.test.ts\n", 1],
    ["jest", "No tests found, exiting with code 1\nRun with `--passWithNoTests` to exit with code 0\n", 1],
    ["jest", "No tests found, exiting with code 0\n", 0],
    ["mocha", 'Error: No test files found: "test"\n', 1],
    ["mocha", "\n\n  0 passing (1ms)\n\n", 0],
    ["node-test", "Could not find 'test/*.test.js'\n", 1],
    ["node-test", "ℹ tests 0\nℹ suites 0\nℹ pass 0\nℹ fail 0\nℹ cancelled 0\n", 0],
    ["pytest", "\nno tests ran in 0.01s\n", 5],
    ["pytest", "============ 3 skipped in 0.02s ============\n", 0],
    ["unittest", "\n-----\nRan 0 tests in 0.000s\n\nOK\n", 0],
    ["unittest", "\n-----\nRan 0 tests in 0.000s\n\nNO TESTS RAN\n", 5],
    ["go", "?   \texample.com/demo\t[no test files]\nok  \texample.com/demo/a\t0.001s [no tests to run]\n", 0],
    [
      "cargo",
      "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
      0,
    ],
    ["maven", "[INFO] No tests to run.\n[INFO] BUILD SUCCESS\n", 0],
    ["gradle", "> Task :compileTestJava NO-SOURCE\n> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s\n", 0],
  ])("%s: %j", async (parser, output, exitCode) => {
    const outcome = await saying(output, exitCode, { parser })
    expect(outcome.status).toBe("broken")
    expect(outcome.failing[0]).toMatch(REASON)
  })

  it("with the real runner", async () => {
    expect((await outcomeOf("node --test", { "sum.js": "" })).failing[0]).toMatch(REASON)
  })

  it.each([
    ["go", "ok  \texample.com/demo\t0.002s\n?   \texample.com/demo/cmd\t[no test files]\n"],
    ["gradle", "> Task :test\n\nBUILD SUCCESSFUL in 1s\n"],
    ["auto", ""],
  ])("%s, but those that do pass: %j", async (parser, output) => {
    expect((await saying(output, 0, { parser })).status).toBe("passed")
  })
})

describe("the version behind a check", () => {
  it("is the one of the tool, and for scripts also the one of the packages", async () => {
    await using fixture = await makeFixture({ "package.json": '{ "scripts": { "test": "true" } }' })
    const versionOf = (command: string) => checkVersion(checkOf(command), contextOf(fixture))
    expect(await versionOf("npm run test")).toMatch(/^v\d+\.\d+\.\d+$/)
    expect(await versionOf("python3 -m unittest discover")).toMatch(/^(Python \d.*)?$/)
    expect(await versionOf("./gradlew test")).toBe("")
    expect(await versionOf("no-such-thing")).toBe("")
  })

  it("changes with the lock file", async () => {
    const versionWith = async (files: Files) => {
      await using fixture = await makeFixture(files)
      return await checkVersion(checkOf("npm run test"), contextOf(fixture))
    }
    const one = await versionWith({ "package-lock.json": "1" })
    expect(one).toMatch(/^v\S+ [0-9a-f]{16}$/)
    expect(await versionWith({ "package-lock.json": "2" })).not.toBe(one)
    expect(await versionWith({ "package-lock.json": "1" })).toBe(one)
  })
})
