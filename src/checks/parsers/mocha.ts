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

/** Mocha's spec reporter. */
export const mocha: Parser = (lines) => {
  const list = lines.findIndex((line) => /^ {2}\d+ failing$/.test(line))
  const blocks = list < 0 ? [] : blocksOf(lines.slice(list + 1), /^ {2}\d+\) /, /^(npm |error Command | ELIFECYCLE)/)
  return {
    findings: blocks.map(findingOf),
    counts: countsOf(
      sumOf(lines, /^ {2}(\d+) passing\b/),
      sumOf(lines, /^ {2}(\d+) failing$/),
      sumOf(lines, /^ {2}(\d+) pending$/),
    ),
  }
}

function findingOf(block: readonly string[]): CheckFinding {
  // The title goes down through the suites and ends with a colon.
  const last = Math.max(
    0,
    block.findIndex((line) => line.endsWith(":")),
  )
  const title = block.slice(0, last + 1).map((line) => flat(line.replace(/^ {2}\d+\) /, "")))
  const rest = block.slice(last + 1)
  const comparison = rest.findIndex((line) => /^ +\+ expected - actual/.test(line))
  const stack = rest.findIndex((line) => /^ +at /.test(line))
  const end = stack < 0 ? rest.length : stack
  const message = rest.slice(0, comparison < 0 ? end : comparison).join(" ")
  const changes = comparison < 0 ? "" : ` (+ expected - actual) ${changesIn(rest.slice(comparison + 1, end))}`
  return { place: ownFrame(rest), name: title.join(" > ").replace(/:$/, ""), message: message + changes }
}
