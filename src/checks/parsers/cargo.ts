import { blocksOf, type CheckFinding, countsOf, flat, type Parser, sumOf } from "../reading/reading.ts"

const ERROR = /^error(\[E\d+\])?: (.*)$/
const EMPTY_WORDS = /^error: (could not compile|test failed|aborting due|\d+ targets? failed|build failed)/
const TEST = /^---- (.+) stdout ----$/

/** Other compilers say `error: ` too. */
const OURS =
  /^ *(?:Compiling|Checking|Finished|Running|Blocking|Updating|Doc-tests) \S|^error: (?:could not compile|no matching package|failed to)|^error\[E\d+\]|^ +--> \S+:\d+:\d+$|^test result: /

/** Cargo: errors of the compiler with their place, then tests that failed. */
export const cargo: Parser = (lines) => {
  if (!lines.some((line) => OURS.test(line))) return { findings: [], counts: null }
  const errors = blocksOf(lines, ERROR, /^(warning|$)/)
    .filter((block) => !EMPTY_WORDS.test(block[0] ?? ""))
    .map(errorFinding)
  // Without a place it is cargo that complains, before any code was looked at.
  const placed = errors.filter(({ place }) => place !== undefined).length
  const tests = blocksOf(lines, TEST, /^(failures:|stack backtrace:|test result:)/)
  const failed = sumOf(lines, /^test result: .*?(\d+) failed/)
  return {
    findings: [...errors, ...tests.map(testFinding)],
    counts: countsOf(
      sumOf(lines, /^test result: .*?(\d+) passed/),
      failed ?? (placed || undefined),
      sumOf(lines, /^test result: .*?(\d+) ignored/),
    ),
  }
}

function errorFinding(block: readonly string[]): CheckFinding {
  const place = block.map((line) => /^ *--> (\S.*:\d+:\d+)$/.exec(line)?.[1]).find((found) => found !== undefined)
  // The words under the code: `^^^ expected i32, found &str`.
  const label = block.map((line) => /^ *\| .*?\^+ (\S.*)$/.exec(line)?.[1]).find((found) => found !== undefined)
  const message = (block[0] ?? "").replace(/^error(?:\[(E\d+)\])?: /, (_, code) => (code ? `${code} ` : ""))
  return { place, rule: message, message: label === undefined ? message : `${message} (${label})` }
}

function testFinding(block: readonly string[]): CheckFinding {
  const text = block.slice(1).filter((line) => line !== "" && !/^note: /.test(line))
  const panic = text.findIndex((line) => / panicked at /.test(line))
  const place = /panicked at (?:'.*', )?(\S+:\d+:\d+):?$/.exec(text[panic] ?? "")?.[1]
  const inline = /panicked at '(.*)', \S+$/.exec(text[panic] ?? "")?.[1] ?? ""
  return { place, name: TEST.exec(block[0] ?? "")?.[1], message: flat([inline, ...text.slice(panic + 1)].join(" ")) }
}
