import { stripVTControlCharacters } from "node:util"
import type { CheckCounts, Failure } from "../check.ts"

/** What a reader of output found. It never decides whether a check passed: the exit code does. */
export type CheckReading = { readonly findings: readonly CheckFinding[]; readonly counts: CheckCounts | null }

/** Reads the lines of one family of tools; finds nothing in the output of others. */
export type Parser = (lines: readonly string[]) => CheckReading

/** One thing that fails, told in one line: where, which test or rule, why. */
export type CheckFinding = {
  readonly place?: string | undefined
  readonly name?: string | undefined
  /** What is broken, of a compiler or linter; with the file it is what the finding is known by. */
  readonly rule?: string | undefined
  /** The file that the test stands in, where that is told apart from where it failed. */
  readonly file?: string | undefined
  /** What the test is known by, where that is not the name as it is told. */
  readonly known?: string | undefined
  readonly message: string
}

// No message needs more, and no pattern has to walk through a bundle in one line.
const LONGEST_READ = 2_000

/** The lines of an output as a person would see them: without terminal codes and overwritten progress. */
export function linesOf(output: string): string[] {
  return stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.trimEnd())
    .map((line) => line.slice(line.lastIndexOf("\r") + 1).slice(0, LONGEST_READ))
    .map((line) => line.replace(/(?!\t)\p{Cc}/gu, ""))
}

/** The finding in one line, `place name: message`. */
export function told({ place = "", name = "", message }: CheckFinding): string {
  const where = [place, name]
    .map(flat)
    .filter((part) => part !== "")
    .join(" ")
  const why = flat(message)
  return where !== "" && why !== "" ? `${where}: ${why}` : where + why
}

/** What fails, by what it is known by: its file and its test or rule, without lines, which move; nothing where it has no name. */
export function failureOf({ place, name, rule, file = "", known = name }: CheckFinding): Failure | undefined {
  const files = [file, place ?? ""].map(fileIn).filter((path) => path !== "")
  const parts = rule === undefined ? [fileIn(file), known ?? ""] : [fileIn(place ?? ""), rule]
  const called = parts.map(flat).filter((part) => part !== "")
  if (rule === undefined && known === undefined) return undefined
  return { name: stableName(called.join(" ")), files: [...new Set(files)] }
}

/** Without what differs from run to run: how long it took, addresses of objects, folders for temporary files. */
function stableName(name: string): string {
  return name
    .replace(/ # (?:time|duration)=\S+$/, "")
    .replace(/ [([]?\d+(?:\.\d+)?\s?(?:ns|µs|us|ms|s)[)\]]?$/, "")
    .replace(/\b0x[\da-f]+\b/gi, "0x…")
    .replace(TEMPORARY, "<tmp>")
}

const TEMPORARY =
  /(?:\/private)?(?:\/var\/folders\/[\w+-]+\/[\w+-]+\/T|\/(?:var\/)?tmp)(?:\/[\w.+-]+)*|[A-Z]:\\(?:[^\\\s]+\\)*Temp(?:\\[^\\\s]+)*/g

/** `src/sum.ts:3:7` stands in `src/sum.ts`; what has no ending is no file. */
function fileIn(place: string): string {
  const path = place.replace(/(?::\d+){1,2}$/, "").replace(/^\.\//, "")
  return /\.\w+$/.test(path) ? path : ""
}

/** Without line breaks and runs of spaces. */
export function flat(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}

/** The parts of an output that start at a line like `start` and go up to the next one or to a line like `end`. */
export function blocksOf(lines: readonly string[], start: RegExp, end: RegExp): string[][] {
  const blocks: string[][] = []
  let current: string[] | undefined
  for (const line of lines) {
    if (start.test(line)) {
      current = [line]
      blocks.push(current)
    } else if (end.test(line)) current = undefined
    else current?.push(line)
  }
  return blocks
}

/** The number behind a word, in all lines together; undefined where no line has it. */
export function sumOf(lines: readonly string[], pattern: RegExp): number | undefined {
  const found = lines.map((line) => pattern.exec(line)?.[1]).filter((text) => text !== undefined)
  return found.length === 0 ? undefined : found.reduce((sum, text) => sum + Number(text), 0)
}

/** Counts where at least one of both is known. */
export function countsOf(passed: number | undefined, failed: number | undefined, skipped = 0): CheckCounts | null {
  if (passed === undefined && failed === undefined) return null
  return { passed: Math.max(0, passed ?? 0), failed: failed ?? 0, ...(skipped > 0 ? { skipped } : {}) }
}

/** Of a comparison only what differs, the expected first where the tool says so. */
export function changesIn(lines: readonly string[]): string {
  return lines
    .filter((line) => /^\s*[-+](?!--|\+\+)\s*\S/.test(line) && !/^\s*[-+] (expected|received|actual)\b/i.test(line))
    .map(flat)
    .join(" ")
}

/** The first frame of a stack that lies in the project's own files. */
export function ownFrame(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const place = /^\s*(?:at |❯ ).*?\(?((?:file:\/\/)?[^\s()]+:\d+:\d+)\)?$/.exec(line)?.[1]
    if (place !== undefined && !/node_modules|^node:|internal\//.test(place)) return place.replace(/^file:\/\//, "")
  }
  return undefined
}
