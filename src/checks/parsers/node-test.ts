import { blocksOf, type CheckFinding, countsOf, ownFrame, type Parser, sumOf } from "../reading/reading.ts"
import { comparedIn, plainTapCounts, tapFindings } from "./tap.ts"

/** Node's own test runner: the spec reporter's closing list, or TAP, which others write too. */
export const nodeTest: Parser = (lines) => ({
  findings: [...specFindings(lines), ...tapFindings(lines)],
  counts:
    countsOf(sumOf(lines, /^(?:ℹ|#) pass (\d+)$/), failures(lines), sumOf(lines, /^(?:ℹ|#) skipped (\d+)$/)) ??
    plainTapCounts(lines),
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
    const message = comparedIn(block.slice(2, stack < 0 ? undefined : stack))
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
