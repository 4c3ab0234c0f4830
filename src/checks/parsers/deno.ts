import { blocksOf, type CheckFinding, changesIn, countsOf, flat, type Parser, sumOf } from "../reading/reading.ts"

const BLOCK = /^(\S.*) => ((?:\.\/|file:\/\/)?\S+?:\d+:\d+)$/
const TOTALS = /^(?:ok|FAILED) \| \d+ passed/

/** `deno test`, and the type errors of `deno check`. */
export const deno: Parser = (lines) => {
  const start = lines.findIndex((line) => line.trim() === "ERRORS")
  const end = lines.findIndex((line) => line.trim() === "FAILURES")
  const told = start < 0 ? [] : blocksOf(lines.slice(start, end < 0 ? undefined : end), BLOCK, /(?!)/).map(findingOf)
  const types = blocksOf(lines, /^(?:error: )?TS\d+ \[ERROR\]: /, /^(?:Found \d+ errors?|$)/).map(typeFinding)
  const totals = lines.filter((line) => TOTALS.test(line))
  const counts = countsOf(
    sumOf(totals, /(\d+) passed/),
    sumOf(totals, /(\d+) failed/) ?? (types.length > 0 ? types.length : undefined),
    sumOf(totals, /(\d+) ignored/),
  )
  return { findings: [...types, ...told], counts }
}

function findingOf(block: readonly string[]): CheckFinding {
  const [, name, place = ""] = BLOCK.exec(block[0] ?? "") ?? []
  const file = place.replace(/^\.\//, "").replace(/:\d+:\d+$/, "")
  const own = block
    .map((line) => /^ +at (?:.*\()?(?:file:\/\/\/?)?(\S+?:\d+:\d+)\)?$/.exec(line)?.[1])
    .find((found) => found?.includes(file))
  const stack = block.findIndex((line) => /^ +at |^ {2}throw /.test(line))
  const text = block.slice(1, stack < 0 ? undefined : stack)
  const comparison = text.findIndex((line) => /\[Diff\]/.test(line))
  const head = text.slice(0, comparison < 0 ? undefined : comparison).map((line) => line.replace(/^error: /, ""))
  const changes = comparison < 0 ? "" : ` (- actual + expected) ${changesIn(text.slice(comparison + 1))}`
  return {
    place: own?.slice(own.indexOf(file)) ?? place.replace(/^\.\//, ""),
    name,
    file,
    known: name ?? "",
    message: flat(head.join(" ")) + changes,
  }
}

function typeFinding(block: readonly string[]): CheckFinding {
  const [, code = "", text = ""] = /(TS\d+) \[ERROR\]: (.*)$/.exec(block[0] ?? "") ?? []
  const place = block
    .map((line) => /^ +at (?:file:\/\/)?(\S+:\d+:\d+)$/.exec(line)?.[1])
    .find((found) => found !== undefined)
  return { place, rule: code, message: `${code} ${text}` }
}
