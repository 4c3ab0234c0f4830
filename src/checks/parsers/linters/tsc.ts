import { blocksOf, type CheckFinding, countsOf, type Parser } from "../../reading/reading.ts"

const ERROR = /^(?:(\S.*?)(?:\((\d+),(\d+)\)|:(\d+):(\d+)))?(?:: | - |)error (TS\d+: .*)$/

/** TypeScript's compiler, plain or pretty. */
export const tsc: Parser = (lines) => {
  const blocks = blocksOf(lines, ERROR, /^(\S|$)/)
  const findings = blocks.map(findingOf)
  // Without a place it is about the settings, not about what was checked.
  const placed = findings.filter(({ place }) => place !== undefined).length
  return { findings, counts: countsOf(undefined, placed || undefined) }
}

function findingOf(block: readonly string[]): CheckFinding {
  const [, file, line, column, prettyLine, prettyColumn, text = ""] = ERROR.exec(block[0] ?? "") ?? []
  // The indented lines go from the general to the cause.
  const cause = block.slice(1).join(" ")
  const place = file === undefined ? undefined : `${file}:${line ?? prettyLine}:${column ?? prettyColumn}`
  return { place, rule: text.split(":")[0], message: `${text} ${cause}` }
}
