import { blocksOf, type CheckFinding, countsOf, type Parser, sumOf } from "../reading/reading.ts"

const HEADER = /^(FAIL|ERROR): (.+)$/

/** Python's own unittest. */
export const unittest: Parser = (lines) => {
  const all = sumOf(lines, /^Ran (\d+) tests? in /)
  if (all === undefined) return { findings: [], counts: null }
  const failed = (sumOf(lines, /^FAILED \(.*failures=(\d+)/) ?? 0) + (sumOf(lines, /^FAILED \(.*errors=(\d+)/) ?? 0)
  const skipped = sumOf(lines, /^(?:OK|FAILED) \(.*skipped=(\d+)/) ?? 0
  const blocks = blocksOf(lines, HEADER, /^={20,}$|^Ran \d+ test/)
  return { findings: blocks.map(findingOf), counts: countsOf(all - failed - skipped, failed, skipped) }
}

function findingOf(block: readonly string[]): CheckFinding {
  const frame = block.findLastIndex((line) => /^ {2}File "/.test(line))
  const [, file, line] = /^ {2}File "(.+)", line (\d+)/.exec(block[frame] ?? "") ?? []
  const message = block
    .slice(Math.max(1, frame + 1))
    .filter((text) => /^[^\s?]| : /.test(text) && !/^-{20,}$/.test(text))
  return {
    place: file === undefined ? undefined : `${file}:${line}`,
    name: HEADER.exec(block[0] ?? "")?.[2],
    message: message.join(" "),
  }
}
