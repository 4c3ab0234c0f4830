import { amount, clock, dollars, percent, plural } from "../../text/units.ts"
import { type Branch, branchesOf, LEVELS } from "./branches.ts"
import { costWords } from "./cost.ts"
import { stateMark } from "./marks.ts"
import { nowLine } from "./now-line.ts"
import { drawLine, type Paint, type PaintedLine } from "./paint.ts"
import type { Screen } from "./screen.ts"
import { sideLines } from "./side-lines.ts"
import { onOneLine, printable, wrapLines } from "./text.ts"

/** What the drawing depends on beside the run. `rows` and `columns` are never exceeded. */
export type Canvas = {
  readonly now: number
  readonly elapsedMs: number
  readonly rows: number
  readonly columns: number
  readonly paint: Paint
}

/** The run as a tree; as much of it as fits, and always the first and the last line. */
export function drawTree(screen: Screen, canvas: Canvas): readonly string[] {
  const head = [headLine(screen, canvas), ...goalLine(screen)]
  const foot = [
    ...sideLines(screen.view),
    ...sayingLines(screen, canvas),
    ...noteLines(screen, canvas),
    footLine(screen),
  ]
  const room = Math.max(1, canvas.rows - head.length - foot.length)
  const lines = [...head, ...bodyLines(screen, canvas.now, room), ...foot]
  return lines.map((line) => drawLine(line, canvas.columns, canvas.paint))
}

function bodyLines(screen: Screen, now: number, room: number): readonly PaintedLine[] {
  let lines: readonly PaintedLine[] = []
  for (const level of LEVELS) {
    lines = linesOf(branchesOf(screen, level, now), "")
    if (lines.length <= room) return lines
  }
  return [[[`… ${lines.length - room + 1} more lines`, "dim"]], ...lines.slice(lines.length - room + 1)]
}

function linesOf(branches: readonly Branch[], indent: string): readonly PaintedLine[] {
  return branches.flatMap((branch, index) => {
    const isLast = index === branches.length - 1
    const under = `${indent}${isLast ? "   " : "│  "}`
    const beside = branch.children.length > 0 ? `${under}│  ` : `${under}   `
    return [
      [[`${indent}${isLast ? "└─ " : "├─ "}`, "dim"], ...branch.line],
      ...branch.below.map((line): PaintedLine => [[beside, "dim"], ...line]),
      ...linesOf(branch.children, under),
    ]
  })
}

function headLine({ view }: Screen, { elapsedMs }: Canvas): PaintedLine {
  const { shape, format, word } = stateMark(view.state)
  const model = view.environment?.model ?? ""
  return [
    [`${shape} ${word}`, format],
    [`  ${[view.strategy, model, clock(elapsedMs)].filter(Boolean).join(" · ")}`, "dim"],
  ]
}

function goalLine({ view }: Screen): readonly PaintedLine[] {
  const goal = onOneLine(view.analysis?.core_goal ?? view.request)
  return goal === "" ? [] : [[[goal, "bold"]]]
}

/** What is going on beside the tasks: retries, limits, cancellation, a check that runs, a model that is waited for. */
function noteLines(screen: Screen, { now }: Canvas): readonly PaintedLine[] {
  const { view, retry, busy, missed } = screen
  const notes: PaintedLine[] = [
    ...(missed === "" ? [] : [missed]),
    ...view.limits.map(({ limit, used, allowed }) => `${limit} reached: ${used} of ${allowed}`),
  ].map((note) => [[`! ${note}`, "yellow"]])
  if (view.outcome) return notes
  if (view.cancelled !== null) return [...notes, [["! stopping: the report is being written", "yellow"]]]
  if (busy !== "") return [...notes, [[`● ${busy}`, "cyan"]]]
  if (retry !== "") return [...notes, [[`! ${retry}`, "yellow"]]]
  return [...notes, ...nowLine(screen, now)]
}

/** So much of a text stays in sight while it comes, and on a small screen less. */
const MOST_SAYING_ROWS = 8

/** The end of what the model says, as it comes. */
function sayingLines({ saying, view }: Screen, { rows, columns }: Canvas): readonly PaintedLine[] {
  if (saying.trim() === "" || view.outcome) return []
  const most = Math.min(MOST_SAYING_ROWS, Math.floor(rows / 3))
  const lines = wrapLines(printable(saying), columns - SAYING_INDENT.length)
  return (most < 1 ? [] : lines.slice(-most)).map((line): PaintedLine => [[SAYING_INDENT + line, "none"]])
}

const SAYING_INDENT = "  "

function footLine({ view, retries }: Screen): PaintedLine {
  const limits = view.environment?.limits
  const { usage } = view
  const cost = view.usage.calls === 0 ? "" : costWords(usage.cost)
  const parts = [
    `iterations ${view.iterations}${limits ? `/${limits.max_iterations}` : ""}`,
    `calls ${usage.calls}${limits ? `/${limits.max_model_calls}` : ""}`,
    `context ${amount(view.lastPrompt)}`,
    `tokens ${amount(usage.prompt)} + ${amount(usage.completion)}`,
    usage.prompt > 0 ? `${percent(usage.cached / usage.prompt)} cached` : "",
    limits?.max_cost && cost !== "" ? `${cost} of ${dollars(limits.max_cost)}` : cost,
    retries > 0 ? `${retries} ${retries === 1 ? "retry" : "retries"}` : "",
    view.violations > 0 ? plural(view.violations, "violation") : "",
    view.alarms > 0 ? plural(view.alarms, "reflection") : "",
  ]
  return [[parts.filter(Boolean).join(" · "), "dim"]]
}
