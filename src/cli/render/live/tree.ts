import { amount, clock, dollars, percent } from "../../../text/words/units.ts"
import type { RunView } from "../../../view/run-view.ts"
import { markdownForTerminal } from "../../paint/markdown.ts"
import { drawLine, type Paint, type PaintedLine } from "../../paint/paint.ts"
import { onOneLine } from "../../paint/text.ts"
import { sayCount, sayTree } from "../../words/tree-words.ts"
import { costWords } from "../cost.ts"
import { stateMark } from "../marks.ts"
import { type Branch, branchesOf, LEVELS } from "./branches.ts"
import { backgroundLines, nowLine } from "./now-line.ts"
import type { Screen } from "./screen.ts"
import { sideLines } from "./side-lines.ts"

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
  const foot = [...noteLines(screen, canvas), ...backgroundLines(screen, canvas.now), footLine(screen)]
  const side = sideLines(screen.view)
  const saying = sayingLines(screen, canvas)
  const room = Math.max(1, canvas.rows - head.length - side.length - saying.length - foot.length)
  const draw = (line: PaintedLine) => drawLine(line, canvas.columns, canvas.paint)
  return [...[...head, ...bodyLines(screen, canvas.now, room), ...side].map(draw), ...saying, ...foot.map(draw)]
}

function bodyLines(screen: Screen, now: number, room: number): readonly PaintedLine[] {
  let lines: readonly PaintedLine[] = []
  for (const level of LEVELS) {
    lines = linesOf(branchesOf(screen, level, now), "")
    if (lines.length <= room) return lines
  }
  return [[[sayTree("more.lines", lines.length - room + 1), "dim"]], ...lines.slice(lines.length - room + 1)]
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
    ...view.limits.map(({ limit, used, allowed }) => sayTree("limit", limit, used, allowed)),
  ].map((note) => [[`! ${note}`, "yellow"]])
  if (view.outcome) return notes
  if (view.cancelled !== null) return [...notes, [[`! ${sayTree("stopping")}`, "yellow"]]]
  if (busy !== "") return [...notes, [[`● ${busy}`, "cyan"]]]
  if (retry !== "") return [...notes, [[`! ${retry}`, "yellow"]]]
  const window = windowNote(view)
  return [...notes, ...(window === "" ? [] : [[[`  ${window}`, "dim"]] as PaintedLine]), ...nowLine(screen, now)]
}

/** What window the run goes by, where nobody told it or somebody told it wrong; empty elsewhere. */
export function windowNote({ environment, learnedWindow }: RunView): string {
  if (!environment) return ""
  const { model, context_window: window } = environment
  if (learnedWindow !== null) return sayTree("window.learned", model, amount(learnedWindow))
  return window?.from === "assumed" ? sayTree("window.assumed", model, amount(window.tokens)) : ""
}

/** So much of a text stays in sight while it comes, and on a small screen less. */
const MOST_SAYING_ROWS = 8

/** The end of what the model says, as it comes, drawn as it will be when all of it is there. */
function sayingLines({ saying, view }: Screen, { rows, columns, paint }: Canvas): readonly string[] {
  if (saying.trim() === "" || view.outcome) return []
  const most = Math.min(MOST_SAYING_ROWS, Math.floor(rows / 3))
  const lines = markdownForTerminal(saying, columns - SAYING_INDENT.length, paint).split("\n")
  return (most < 1 ? [] : lines.slice(-most)).map((line) => SAYING_INDENT + line)
}

const SAYING_INDENT = "  "

function footLine({ view }: Screen): PaintedLine {
  const limits = view.environment?.limits
  const { usage } = view
  const cost = view.usage.calls === 0 ? "" : costWords(usage.cost)
  const parts = [
    sayTree("iterations", `${view.iterations}${limits ? `/${limits.max_iterations}` : ""}`),
    sayTree("calls", `${usage.calls}${limits ? `/${limits.max_model_calls}` : ""}`),
    sayTree("context", amount(view.lastPrompt)),
    sayTree("tokens", amount(usage.prompt), amount(usage.completion)),
    usage.prompt > 0 ? sayTree("cached", percent(usage.cached / usage.prompt)) : "",
    limits?.max_cost && cost !== "" ? sayTree("cost.of", cost, dollars(limits.max_cost)) : cost,
    view.failedTries > 0 ? sayCount(view.failedTries, "failed_tries") : "",
    view.violations > 0 ? sayCount(view.violations, "violations") : "",
    view.alarms > 0 ? sayCount(view.alarms, "reflections") : "",
  ]
  return [[parts.filter(Boolean).join(" · "), "dim"]]
}
