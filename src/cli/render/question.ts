import type { ApprovalRule } from "../../protocol/approval.ts"
import type { OpenQuestion } from "../../protocol/run.ts"
import { spelledOut } from "../../text/spelled-out.ts"
import type { Format, Paint } from "./paint.ts"

/** A rule in a line: the tool, and what of it. */
export function ruleText({ tool, match, decision }: ApprovalRule): string {
  const what = match === undefined ? tool : `${tool} ${spelledOut(match)}`
  return decision === "allow" ? what : `${decision} ${what}`
}

const MOST_LINES = 400

/** What an approval is judged by: a coloured diff, or the arguments with their text as it is. Nothing in it is hidden. */
export function detailLines(question: Extract<OpenQuestion, { kind: "approval" }>, paint: Paint): readonly string[] {
  const text = question.about === "plan" ? question.detail : (argumentText(question.detail) ?? question.detail)
  const lines = diffLines(spelledOut(text), paint)
  const left = lines.length - MOST_LINES
  if (left <= 0) return lines
  return [...lines.slice(0, MOST_LINES), paint("yellow", `… ${left} more lines; keelson show --json has them all`)]
}

/** Colours what is added and what is taken away. */
export function diffLines(text: string, paint: Paint): readonly string[] {
  return text.split("\n").map((line) => paint(lineFormat(line), line))
}

/** Arguments come as JSON, in which a command of several lines is hard to read. */
function argumentText(detail: string): string | undefined {
  const value = parseObject(detail)
  if (!value) return undefined
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${typeof part === "string" ? part : JSON.stringify(part)}`)
    .join("\n")
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function lineFormat(line: string): Format {
  if (line.startsWith("+")) return "green"
  if (line.startsWith("-")) return "red"
  return line.startsWith("@@") ? "cyan" : "none"
}
