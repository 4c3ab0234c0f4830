import { blocksOf, type CheckFinding, countsOf, type Parser, sumOf } from "../reading/reading.ts"

const TOTALS = /^\d+ examples?, \d+ failures?/
const LOADING = /^An error occurred while loading (\S+?)\.(?: |$)/

/** RSpec's progress and documentation formats: the blocks of what failed, with file and name from the list at the end. */
export const rspec: Parser = (lines) => {
  if (!lines.some((line) => TOTALS.test(line))) return { findings: [], counts: null }
  const start = lines.indexOf("Failures:")
  const blocks = start < 0 ? [] : blocksOf(lines.slice(start), /^ {2}\d+\) /, /^(?:Finished in |Failed examples:)/)
  const files = new Map(lines.flatMap((line) => fileOf(line)))
  const failed = blocks.map((block) => findingOf(block, files))
  const loading = blocksOf(lines, LOADING, /^Finished in /).map(loadingFinding)
  const all = sumOf(lines, /^(\d+) examples?, /) ?? 0
  const failures = sumOf(lines, /^\d+ examples?, (\d+) failures?/) ?? 0
  const pending = sumOf(lines, /^\d+ examples?, .*?(\d+) pending/) ?? 0
  return {
    findings: [...loading, ...failed],
    counts: countsOf(all - failures - pending, failures + loading.length, pending),
  }
}

/** `rspec ./spec/sum_spec.rb:3 # cart adds` */
function fileOf(line: string): [name: string, file: string][] {
  const [, file = "", name] = /^rspec (?:'|")?\.?\/?(\S+?)(?::\d+|\[[\d:]+\])(?:'|")? # (.+)$/.exec(line) ?? []
  return name === undefined ? [] : [[name, file]]
}

function findingOf(block: readonly string[], files: ReadonlyMap<string, string>): CheckFinding {
  const name = (block[0] ?? "").replace(/^ {2}\d+\) /, "")
  const place = block.map((line) => /^ +# (?:\.\/)?(\S+\.rb:\d+)/.exec(line)?.[1]).find((found) => found !== undefined)
  const text = block.slice(1).filter((line) => line.trim() !== "" && !/^ +# |^ +Failure\/Error: |^ +\^+$/.test(line))
  return { place, name, file: files.get(name), message: text.join(" ") }
}

function loadingFinding(block: readonly string[]): CheckFinding {
  const file = LOADING.exec(block[0] ?? "")?.[1]?.replace(/^\.\//, "")
  const text = block.slice(1).filter((line) => line.trim() !== "" && !/^(?:#|Failure\/Error:|\s+rspec )/.test(line))
  return { file, name: `error while loading ${file}`, known: "error while loading", message: text.join(" ") }
}
