import { blocksOf, type CheckFinding, changesIn, countsOf, flat, ownFrame, type Parser, sumOf } from "./reading.ts"

/** Node's own test runner: the spec reporter's closing list, or TAP, which others write too. */
export const nodeTest: Parser = (lines) => ({
  findings: [...specFindings(lines), ...tapFindings(lines)],
  counts: countsOf(sumOf(lines, /^(?:ℹ|#) pass (\d+)$/), failures(lines)) ?? plainTapCounts(lines),
})

function failures(lines: readonly string[]): number | undefined {
  const failed = sumOf(lines, /^(?:ℹ|#) fail (\d+)$/)
  return failed === undefined ? undefined : failed + (sumOf(lines, /^(?:ℹ|#) cancelled (\d+)$/) ?? 0)
}

function specFindings(lines: readonly string[]): CheckFinding[] {
  const list = lines.indexOf("✖ failing tests:")
  return blocksOf(lines.slice(list + 1), /^test at \S/, /^(✖ failing tests:|[▶✔] )/).map((block) => {
    const title = block[1] ?? ""
    const stack = block.findIndex((line) => /^\s+at /.test(line))
    const message = messageOf(block.slice(2, stack < 0 ? undefined : stack))
    const declared = block[0]?.slice("test at ".length)
    const name = title.replace(/^✖ (.*?)(?: \([\d.]+m?s\))?$/, "$1")
    return message.trim() === "'test failed'"
      ? crashOf(lines.slice(0, lines.indexOf(title)), name)
      : { place: ownFrame(block) ?? declared, name, file: declared, message }
  })
}

/** A file that did not get as far as its tests: what it said stands right before its line. */
function crashOf(before: readonly string[], name: string): CheckFinding {
  const said = before.slice(before.findLastIndex((line) => /^[✖✔▶ℹ﹣] /.test(line)) + 1)
  const error = said.find((line) => /^\s*(Uncaught )?\w*(Error|Exception)\b/.test(line))
  const place = said.find((line) => /^\S+:\d+$/.test(line) && !line.startsWith("node:"))
  const message = error ?? "the file ended before its tests did"
  return { place: place?.replace(/^file:\/\//, ""), name, file: name, known: "", message }
}

/** Of a deep comparison the whole objects would hide the one line that differs. */
function messageOf(text: readonly string[]): string {
  const comparison = text.findIndex((line) => /^\s*\+ actual - expected/.test(line))
  if (comparison < 0) return text.join(" ")
  return `${text.slice(0, comparison).join(" ")} (+ actual - expected) ${changesIn(text.slice(comparison + 1))}`
}

const TAP_POINT = /^(\s*)not ok \d+(?: -)? ?(.*)$/

function tapFindings(lines: readonly string[]): CheckFinding[] {
  const blocks = blocksOf(lines, TAP_POINT, /^\s*(ok \d+|# Subtest|\.\.\.$|1\.\.\d+)/)
  return blocks
    .filter((block) => !/# (todo|skip)\b/i.test(block[0] ?? "") && !block.some((line) => /subtestsFailed/.test(line)))
    .map((block) => {
      const declared = fieldOf(block, "location").join("")
      const place = ownFrame(fieldOf(block, "stack").map((line) => `at ${line.trim()}`)) ?? declared
      return { place, name: TAP_POINT.exec(block[0] ?? "")?.[2], file: declared, message: tapMessage(block) }
    })
}

function tapMessage(block: readonly string[]): string {
  const error = fieldOf(block, "error")
  const [expected, actual] = ["expected", "actual"].map((field) => flat(fieldOf(block, field).join(" ")))
  const values = expected || actual ? ` (expected ${expected}, actual ${actual})` : ""
  const message = messageOf(error.length > 0 ? error : fieldOf(block, "message"))
  return message.includes("+ actual - expected") ? message : message + values
}

/** A field of the YAML below a TAP line: its text, or the lines that are indented below it. */
function fieldOf(block: readonly string[], name: string): string[] {
  const start = block.findIndex((line) => line.trimStart().startsWith(`${name}:`))
  if (start < 0) return []
  const line = block[start] ?? ""
  const value = line
    .trim()
    .slice(name.length + 1)
    .trim()
  if (value !== "" && !/^[|>]-?$/.test(value)) return [value.replace(/^'(.*)'$/, "$1")]
  const indent = line.length - line.trimStart().length
  const below = block.slice(start + 1)
  const end = below.findIndex((next) => next.trim() !== "" && next.length - next.trimStart().length <= indent)
  return below.slice(0, end < 0 ? undefined : end)
}

/** Other writers of TAP end without totals. */
function plainTapCounts(lines: readonly string[]) {
  if (!lines.some((line) => /^TAP version|^1\.\.\d+/.test(line))) return null
  const points = (pattern: RegExp) =>
    lines.filter((line) => pattern.test(line) && !/# (todo|skip)\b/i.test(line)).length
  return { passed: points(/^ok \d+/), failed: points(/^not ok \d+/) }
}
