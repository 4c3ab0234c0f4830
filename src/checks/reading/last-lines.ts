import { hasPassed } from "./passing-lines.ts"

/** What package managers and make say about any failure; it tells nothing of this one. */
const EPILOGUE =
  /^(?:npm (?:error|ERR!)(?: (?:code|path|workspace|location|command|errno|Lifecycle script|Exit status|A complete log|Test failed|\S+@\S* \S+: `|Failed at the|This is probably not a problem).*| \/\S*|\s*)$|npm (?:warn|WARN)|\s*ELIFECYCLE|error Command failed|info Visit https:\/\/yarnpkg|error: script ".*" exited|make(?:\[\d+\])?: (?:\*\*\*|Entering|Leaving)|> )/

/** Enough to see why an unknown tool failed. */
const MOST = 40

/** The end of an output that no reader knows, without lines that tell of something that passed. Indentation stays. */
export function lastLines(lines: readonly string[]): string[] {
  const said = lines.filter((line) => line.trim() !== "" && !hasPassed(line))
  const telling = said.filter((line) => !EPILOGUE.test(line))
  return (telling.length > 0 ? telling : said).slice(-MOST).map((line) => line.replaceAll("\t", "  "))
}

/** What a failed script said, without what passed and what stands below every failure. */
export function saidLines(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== "" && !hasPassed(line) && !EPILOGUE.test(line))
}
