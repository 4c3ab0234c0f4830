import type { CheckCounts } from "../check.ts"
import { type CheckFinding, changesIn, countsOf, flat, ownFrame } from "../reading/reading.ts"

/** A line `ok` or `not ok`, with what stands below it. */
type Point = {
  readonly isOk: boolean
  readonly isLeftOut: boolean
  readonly isSkipped: boolean
  /** The tests around it, and its own name. */
  readonly path: readonly string[]
  readonly detail: string[]
  /** It only sums up the points of its own subtest. */
  readonly isSum: boolean
}

type Subtest = { readonly indent: number; readonly name: string; points: number; failed: number }

const SUBTEST = /^(\s*)# Subtest:? (.*)$/
const POINT = /^(\s*)(not )?ok \d+(?: -)? ?(.*)$/

/** What fails in TAP: of nested tests the innermost, since those around them fail with them. */
export function tapFindings(lines: readonly string[]): CheckFinding[] {
  return pointsIn(lines)
    .filter(({ isOk, isLeftOut, isSum }) => !isOk && !isLeftOut && !isSum)
    .filter(({ detail }) => !detail.some((line) => /subtestsFailed/.test(line)))
    .map(({ path, detail }) => {
      const around = path.slice(0, -1)
      const file = around.find((name) => /\.\w+$/.test(name) && !/\s/.test(name)) ?? ""
      const declared = fieldOf(detail, "location").join("") || file
      const place = ownFrame(fieldOf(detail, "stack").map((line) => `at ${line.trim()}`)) ?? declared
      const name = path.filter((part) => part !== file).join(" > ")
      return { place, name, file: declared, message: messageIn(detail) }
    })
}

/** For writers of TAP that end without totals. */
export function plainTapCounts(lines: readonly string[]): CheckCounts | null {
  if (!lines.some((line) => /^TAP version|^1\.\.\d+/.test(line))) return null
  const points = pointsIn(lines).filter(({ isSum }) => !isSum)
  const counted = points.filter(({ isLeftOut }) => !isLeftOut)
  return countsOf(
    counted.filter(({ isOk }) => isOk).length,
    counted.filter(({ isOk }) => !isOk).length,
    points.filter(({ isSkipped }) => isSkipped).length,
  )
}

function pointsIn(lines: readonly string[]): Point[] {
  const points: Point[] = []
  let open: Subtest[] = []
  let detail: string[] | undefined
  for (const line of lines) {
    if (detail) {
      if (line.trim() === "...") detail = undefined
      else detail.push(line)
      continue
    }
    const last = points.at(-1)
    if (last && last.detail.length === 0 && line.trim() === "---") {
      detail = last.detail
      continue
    }
    const header = SUBTEST.exec(line)
    if (header) {
      const [, spaces = "", name = ""] = header
      open = [
        ...open.filter(({ indent }) => indent < spaces.length),
        { indent: spaces.length, name, points: 0, failed: 0 },
      ]
      continue
    }
    const point = pointOf(line, open)
    if (point) points.push(point)
  }
  return points
}

/** Closes the subtest that it is the sum of, and counts in those around it. */
function pointOf(line: string, open: Subtest[]): Point | undefined {
  const [found, spaces = "", not, said = ""] = POINT.exec(line) ?? []
  if (found === undefined) return undefined
  while ((open.at(-1)?.indent ?? 0) > spaces.length) open.pop()
  const name = said.replace(/ # (?:time|duration)=\S+.*$/, "").replace(/ \{$/, "")
  const own = open.at(-1)?.indent === spaces.length ? open.pop() : undefined
  const isOk = not === undefined
  const isLeftOut = /# (?:todo|skip)\b/i.test(said)
  for (const around of open) {
    around.points += 1
    if (!isOk && !isLeftOut) around.failed += 1
  }
  const isSum = own !== undefined && (isOk ? own.points > 0 : own.failed > 0)
  const path = [...open.map((around) => around.name), name]
  return { isOk, isLeftOut, isSkipped: /# skip\b/i.test(said), path, detail: [], isSum }
}

function messageIn(detail: readonly string[]): string {
  const error = fieldOf(detail, "error")
  const [expected, actual] = ["expected", "actual"].map((field) => flat(fieldOf(detail, field).join(" ")))
  const values = expected || actual ? ` (expected ${expected}, actual ${actual})` : ""
  const message = comparedIn(error.length > 0 ? error : fieldOf(detail, "message"))
  if (message.includes("+ actual - expected")) return message
  if (message + values !== "") return message + values
  const difference = changesIn(fieldOf(detail, "diff"))
  if (difference !== "") return `(- expected + actual) ${difference}`
  const [timeout = ""] = fieldOf(detail, "timeout")
  return fieldOf(detail, "signal").length > 0 && timeout !== "" ? `stopped after ${timeout} ms` : ""
}

/** Of a deep comparison the whole objects would hide the one line that differs. */
export function comparedIn(text: readonly string[]): string {
  const comparison = text.findIndex((line) => /^\s*\+ actual - expected/.test(line))
  if (comparison < 0) return text.join(" ")
  return `${text.slice(0, comparison).join(" ")} (+ actual - expected) ${changesIn(text.slice(comparison + 1))}`
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
  if (value !== "" && !/^[|>]-?\d*$/.test(value)) return [unquoted(value)]
  const indent = line.length - line.trimStart().length
  const below = block.slice(start + 1)
  const end = below.findIndex((next) => next.trim() !== "" && next.length - next.trimStart().length <= indent)
  return below.slice(0, end < 0 ? undefined : end)
}

function unquoted(value: string): string {
  const [, single, double] = /^(?:'(.*)'|"(.*)")$/.exec(value) ?? []
  return single?.replaceAll("''", "'") ?? double?.replaceAll(/\\(["\\])/g, "$1") ?? value
}
