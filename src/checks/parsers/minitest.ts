import { blocksOf, type CheckFinding, countsOf, type Parser, sumOf } from "../reading/reading.ts"

const BLOCK = /^(?: {2}\d+\) )?(?:Failure|Error):$/
const UNIT = /^(?:Failure|Error): (\w+[?!]?)\((.+?)\):?$/

/** Ruby's minitest, as Rails prints it too, and test-unit. */
export const minitest: Parser = (lines) => {
  const all = sumOf(lines, /^(\d+) (?:runs|tests), \d+ assertions, /)
  if (all === undefined) return { findings: [], counts: null }
  const failed = (totalOf(lines, "failures") ?? 0) + (totalOf(lines, "errors") ?? 0)
  const skipped = totalOf(lines, "skips") ?? (totalOf(lines, "pendings") ?? 0) + (totalOf(lines, "omissions") ?? 0)
  const ends = /^(?:={20,}|\d+ (?:runs|tests), \d+ assertions|Finished in |(?:bin\/)?rails test )/
  const blocks = blocksOf(lines, BLOCK, ends).map(minitestFinding)
  const units = blocksOf(lines, UNIT, ends).map(unitFinding)
  return { findings: [...blocks, ...units], counts: countsOf(all - failed - skipped, failed, skipped) }
}

function totalOf(lines: readonly string[], word: string): number | undefined {
  return sumOf(lines, new RegExp(`^\\d+ (?:runs|tests), \\d+ assertions, .*?(\\d+) ${word}`))
}

function minitestFinding(block: readonly string[]): CheckFinding {
  const [, name, listed] = /^(\S+#.+?)(?: \[(.+):\d+\])?:$/.exec(block[1] ?? "") ?? []
  const line = /\[.+:(\d+)\]:$/.exec(block[1] ?? "")?.[1]
  const place = listed === undefined ? frameIn(block) : `${listed}:${line}`
  return { place, name, message: messageIn(block.slice(2)) }
}

function unitFinding(block: readonly string[]): CheckFinding {
  const [, test, suite] = UNIT.exec(block[0] ?? "") ?? []
  const source = /^ *(?:=> )?\d+: /
  return {
    place: frameIn(block),
    name: `${suite}#${test}`,
    message: messageIn(block.slice(1).filter((line) => !source.test(line))),
  }
}

function frameIn(block: readonly string[]): string | undefined {
  return block.map((line) => /^ *(\S+\.rb:\d+):in /.exec(line)?.[1]).find((found) => found !== undefined)
}

function messageIn(lines: readonly string[]): string {
  return lines.filter((line) => !/^ *\S+\.rb:\d+:in |^ *\^+$/.test(line)).join(" ")
}
