import { blocksOf, type CheckFinding, changesIn, countsOf, ownFrame, type Parser, sumOf } from "../reading/reading.ts"

/** Vitest's default reporter. */
export const vitest: Parser = (lines) => {
  const blocks = blocksOf(lines, /^ ?FAIL {2}|^⎯+ Unhandled (?:Error|Rejection|Exception) ⎯+$/, /^⎯+/)
  const suites = sumOf(lines, /^⎯+ Failed Suites (\d+) ⎯+/)
  const failed = sumOf(lines, /^ +Tests +(?:.*\| )?(\d+) failed\b/)
  const passed = sumOf(lines, /^ +Tests +(?:.*\| )?(\d+) passed\b/)
  return {
    findings: blocks.map((block, index) => findingOf(block[0] ?? "", bodyOf(blocks, index))),
    counts: countsOf(
      passed,
      suites === undefined ? failed : suites + (failed ?? 0),
      sumOf(lines, /^ +Tests +(?:.*\| )?(\d+) skipped\b/),
    ),
  }
}

/** Tests that fail in the same way stand in a row above one text. */
function bodyOf(blocks: readonly string[][], index: number): readonly string[] {
  const own = blocks.slice(index).find((block) => block.length > 1) ?? []
  return own.slice(1)
}

/** The name of a project: in colours it stands on a ground of its own, of which two blanks are left. */
const PROJECT = /^(?:\|.*?\| | \S.*? {2})/

function findingOf(header: string, rest: readonly string[]): CheckFinding {
  const name = header.startsWith("⎯") ? "unhandled" : header.replace(/^ ?FAIL {2}/, "").replace(PROJECT, "")
  const comparison = rest.findIndex((line) => /^[-+] Expected/.test(line))
  const stack = rest.findIndex((line) => /^ ❯ /.test(line))
  const message = rest.slice(0, firstOf(comparison, stack)).join(" ")
  const changes = comparison < 0 ? "" : ` (- expected + received) ${changesIn(rest.slice(comparison, firstOf(stack)))}`
  const place = ownFrame(rest)
  return {
    place,
    name: withoutFile(name, place),
    ...(header.startsWith("⎯") ? {} : knownBy(name)),
    message: message + changes,
  }
}

function knownBy(name: string): Pick<CheckFinding, "file" | "known"> {
  const [file, ...rest] = name.replace(/ \[ .* \]$/, "").split(" > ")
  return { file, known: rest.join(" > ") }
}

/** `sum.test.ts > cart > adds`, seen from `sum.test.ts:4:45`, is `cart > adds`. */
function withoutFile(name = "", place = ""): string {
  const [file = "", ...rest] = name.split(" > ")
  return rest.length > 0 && place.startsWith(`${file}:`) ? rest.join(" > ") : name.replace(/ \[ .* \]$/, "")
}

/** The smallest index that was found; undefined takes a slice to its end. */
function firstOf(...indexes: readonly number[]): number | undefined {
  const found = indexes.filter((index) => index >= 0)
  return found.length === 0 ? undefined : Math.min(...found)
}
