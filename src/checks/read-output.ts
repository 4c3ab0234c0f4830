import { clip } from "../text/clip.ts"
import type { CheckOutcome, Failure } from "./check.ts"
import { bazel } from "./parsers/bazel.ts"
import { cTests } from "./parsers/c-tests.ts"
import { cargo } from "./parsers/cargo.ts"
import { deno } from "./parsers/deno.ts"
import { dotnet } from "./parsers/dotnet.ts"
import { exunit } from "./parsers/exunit.ts"
import { go } from "./parsers/go.ts"
import { gradle } from "./parsers/gradle.ts"
import { jest } from "./parsers/jest.ts"
import { biome } from "./parsers/linters/biome.ts"
import { eslint } from "./parsers/linters/eslint.ts"
import { ruff } from "./parsers/linters/ruff.ts"
import { tsc } from "./parsers/linters/tsc.ts"
import { maven } from "./parsers/maven.ts"
import { minitest } from "./parsers/minitest.ts"
import { mocha } from "./parsers/mocha.ts"
import { nodeTest } from "./parsers/node-test.ts"
import { phpunit } from "./parsers/phpunit.ts"
import { prove } from "./parsers/prove.ts"
import { pytest } from "./parsers/pytest.ts"
import { rspec } from "./parsers/rspec.ts"
import { swift } from "./parsers/swift.ts"
import { unittest } from "./parsers/unittest.ts"
import { vitest } from "./parsers/vitest.ts"
import { failedScript } from "./reading/failed-script.ts"
import { lastLines } from "./reading/last-lines.ts"
import { maskedLines } from "./reading/masked-lines.ts"
import { missingPackage } from "./reading/missing-package.ts"
import { type CheckFinding, type CheckReading, failureOf, flat, linesOf, type Parser, told } from "./reading/reading.ts"
import { summaryLines } from "./reading/summary-lines.ts"

/** The readers of output by the names that checks give; each finds nothing in what is not its own. */
const PARSERS: Readonly<Record<string, Parser>> = {
  tsc,
  vitest,
  jest,
  mocha,
  "node-test": nodeTest,
  pytest,
  unittest,
  cargo,
  go,
  maven,
  gradle,
  eslint,
  biome,
  ruff,
  "c-tests": cTests,
  rspec,
  minitest,
  phpunit,
  exunit,
  dotnet,
  deno,
  swift,
  bazel,
  prove,
}

const MOST_LINES = 20
const LONGEST_LINE = 300
// A suite that fails as a whole; more would only make the log larger.
const MOST_FAILURES = 5_000

/** What an output says: the lines to be shown, and whatever fails by its name. */
export type ReadOutput = Pick<CheckOutcome, "failing" | "failures" | "counts" | "script" | "summary" | "said"> & {
  /** How it ended, for where nothing in it tells a failure. */
  readonly last: readonly string[]
  /** The package for want of which everything failed that failed. */
  readonly missing?: string
}

/**
 * Reads output by its reader; where that finds nothing, by all others, for a script may start anything. Of a chain of scripts only
 * the one that failed tells failures: those before it ended well, whatever they printed.
 */
export function readOutput(parser: string, output: string): ReadOutput {
  const lines = linesOf(output)
  const { script, lines: own } = failedScript(lines)
  const { findings } = readBy(parser, own)
  const missing = missingPackage(findings)
  return {
    failing: tidy(findings.map(told)),
    failures: failuresIn(findings),
    counts: readBy(parser, lines).counts,
    ...(script === undefined ? {} : { script }),
    summary: summaryLines(lines),
    said: maskedLines(own),
    last: lastLines(own).map(shortened),
    ...(missing === undefined ? {} : { missing }),
  }
}

function readBy(parser: string, lines: readonly string[]): CheckReading {
  const own = PARSERS[parser]?.(lines)
  return own !== undefined && !isEmpty(own) ? own : readByAll(lines)
}

function readByAll(lines: readonly string[]): CheckReading {
  const readings = Object.values(PARSERS)
    .map((parser) => parser(lines))
    .filter((reading) => !isEmpty(reading))
  const counted = readings.map((reading) => reading.counts).filter((counts) => counts !== null)
  // Tests count before findings of other tools: only they know what passed.
  const counts = counted.find(({ passed }) => passed > 0) ?? counted[0] ?? null
  return { findings: readings.flatMap((reading) => reading.findings), counts }
}

function isEmpty(reading: CheckReading): boolean {
  return reading.findings.length === 0 && reading.counts === null
}

/** Each finding once; a second one of the same name, as of one rule in one file, gets a number. */
function failuresIn(findings: readonly CheckFinding[]): Failure[] {
  const unique = new Map(findings.map((finding) => [`${finding.place}\n${failureOf(finding)?.name}`, finding]))
  const times = new Map<string, number>()
  const failures = [...unique.values()].flatMap((finding) => failureOf(finding) ?? [])
  return failures.slice(0, MOST_FAILURES).map(({ name, files }) => {
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    return { name: time === 1 ? shortened(name) : `${shortened(name)} (${time})`, files }
  })
}

/** Each line once, none too long, not too many. */
function tidy(lines: readonly string[]): string[] {
  const unique = new Set(lines.map((line) => shortened(flat(line))).filter((line) => line !== ""))
  return [...unique].slice(0, MOST_LINES)
}

function shortened(line: string): string {
  return clip(line, LONGEST_LINE)
}
