import { clip } from "../text/clip.ts"
import type { CheckOutcome, Failure } from "./check.ts"
import { biome } from "./parsers/biome.ts"
import { cargo } from "./parsers/cargo.ts"
import { eslint } from "./parsers/eslint.ts"
import { tellingLines } from "./parsers/generic.ts"
import { go } from "./parsers/go.ts"
import { gradle } from "./parsers/gradle.ts"
import { jest } from "./parsers/jest.ts"
import { maven } from "./parsers/maven.ts"
import { mocha } from "./parsers/mocha.ts"
import { nodeTest } from "./parsers/node-test.ts"
import { pytest } from "./parsers/pytest.ts"
import { type CheckFinding, type CheckReading, failureOf, flat, linesOf, type Parser, told } from "./parsers/reading.ts"
import { ruff } from "./parsers/ruff.ts"
import { tsc } from "./parsers/tsc.ts"
import { unittest } from "./parsers/unittest.ts"
import { vitest } from "./parsers/vitest.ts"

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
}

const MOST_LINES = 20
const LONGEST_LINE = 300
// A suite that fails as a whole; more would only make the log larger.
const MOST_FAILURES = 5_000

/** What an output says: the lines to be shown, and whatever fails by its name. */
export type ReadOutput = Pick<CheckOutcome, "failing" | "failures" | "counts">

/** Reads output by its reader; where that finds nothing, by all others, for a script may start anything. */
export function readOutput(parser: string, output: string): ReadOutput {
  const lines = linesOf(output)
  const own = PARSERS[parser]?.(lines)
  const found = own !== undefined && !isEmpty(own) ? own : readByAll(lines)
  const failing = found.findings.length > 0 ? found.findings.map(told) : tellingLines(lines)
  return { failing: tidy(failing), failures: failuresIn(found.findings), counts: found.counts }
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
