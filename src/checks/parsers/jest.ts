import {
  blocksOf,
  type CheckFinding,
  changesIn,
  countsOf,
  flat,
  ownFrame,
  type Parser,
  sumOf,
} from "../reading/reading.ts"

const FAILED = /^ {2}● (?!Console$)/

/** Jest's default reporter, also behind react-scripts. */
export const jest: Parser = (lines) => {
  const blocks = blocksOf(lines, FAILED, /^(Test Suites:|Tests:|PASS |FAIL |Summary of all)/)
  const files = filesOf(lines)
  const failed = sumOf(lines, /^Tests: +(?:.*, )?(\d+) failed\b/)
  const broken = blocks.filter((block) => /Test suite failed to run/.test(block[0] ?? "")).length
  return {
    findings: blocks.map((block, index) => ({ ...findingOf(block), file: files[index] })),
    counts: countsOf(
      sumOf(lines, /^Tests: +(?:.*, )?(\d+) passed\b/),
      broken === 0 ? failed : new Set(blocks.map((block) => block.join("\n"))).size,
      sumOf(lines, /^Tests: +(?:.*, )?(\d+) skipped\b/),
    ),
  }
}

/** The file that each failure stands under. */
function filesOf(lines: readonly string[]): (string | undefined)[] {
  let file: string | undefined
  return lines.flatMap((line) => {
    file = /^(?:PASS|FAIL) (\S+)/.exec(line)?.[1] ?? file
    return FAILED.test(line) ? [file] : []
  })
}

function findingOf(block: readonly string[]): CheckFinding {
  const rest = block.slice(1)
  const source = rest.findIndex((line) => /^ +(>? *\d+ \|| at )/.test(line))
  const text = rest.slice(0, source < 0 ? undefined : source)
  const comparison = text.findIndex((line) => /^ +[-+] (Expected|Received|Snapshot)/.test(line))
  const head = text
    .slice(0, comparison < 0 ? undefined : comparison)
    .map(flat)
    .join(" ")
  const changes = comparison < 0 ? "" : ` (- expected + received) ${changesIn(text.slice(comparison))}`
  return { place: ownFrame(rest), name: block[0]?.replace(/^ {2}● /, ""), message: head + changes }
}
