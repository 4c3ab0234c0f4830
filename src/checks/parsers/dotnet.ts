import { blocksOf, type CheckFinding, countsOf, type Parser, sumOf } from "../reading/reading.ts"

const COMPILER = /^\s*(\S.*?\.(?:cs|fs|vb|csproj|fsproj|vbproj|razor))\((\d+),(\d+)\): error (\w+): (.+?)(?: \[.+\])?$/
const BLOCK = /^ {2}Failed (\S.*?)(?: \[<? ?[\d.,]+ ?m?s?(?:.*)\])?$/
const TOTALS = /^(?:Passed|Failed|Skipped)! +- Failed: +(\d+), Passed: +(\d+), Skipped: +(\d+)/

/** `dotnet test`: errors of the compiler, then the tests that failed, of xUnit, NUnit and MSTest alike. */
export const dotnet: Parser = (lines) => {
  const compiler = lines.flatMap((line): CheckFinding[] => {
    const [, file, row, column, code = "", message = ""] = COMPILER.exec(line) ?? []
    return file === undefined
      ? []
      : [{ place: `${file}:${row}:${column}`, rule: `${code} ${message}`, message: `${code} ${message}` }]
  })
  // The list stands there a second time, as the summary of the build.
  const unique = [...new Map(compiler.map((finding) => [`${finding.place} ${finding.rule}`, finding])).values()]
  const isOurs = lines.some((line) => TOTALS.test(line) || /^ {2}Error Message:$/.test(line))
  const blocks = isOurs ? blocksOf(lines, BLOCK, /^(?:$|Passed! |Failed! |\[xUnit| {2}Passed )/).map(findingOf) : []
  const totals = (group: number) =>
    sumOf(
      lines.filter((line) => TOTALS.test(line)),
      new RegExp(`(?:.*?: +){${group}}(\\d+)`),
    )
  return {
    findings: [...unique, ...blocks],
    counts: countsOf(totals(2), totals(1) ?? (unique.length || undefined), totals(3)),
  }
}

function findingOf(block: readonly string[]): CheckFinding {
  const name = BLOCK.exec(block[0] ?? "")?.[1]
  const stack = block.indexOf("  Stack Trace:")
  const place = block
    .slice(stack < 0 ? block.length : stack)
    .map((line) => /^ +at .* in (.+):line (\d+)$/.exec(line))
    .find((found) => found !== null)
  const message = block.slice(1, stack < 0 ? undefined : stack).filter((line) => line !== "  Error Message:")
  return { place: place ? `${place[1]}:${place[2]}` : undefined, name, message: message.join(" ") }
}
