import type { Todo } from "../../../protocol/log/control.ts"
import type { CheckStatus } from "../../../protocol/log/event.ts"
import { lackingOf } from "../../../view/lacking.ts"
import type { RunView } from "../../../view/run-view.ts"
import { handsOutItems } from "../../../view/stages.ts"
import type { PaintedLine, TextFormat } from "../../paint/paint.ts"
import { onOneLine } from "../../paint/text.ts"
import { sayTree } from "../../words/tree-words.ts"

const BOXES: Readonly<Record<Todo["status"], readonly [string, TextFormat]>> = {
  pending: ["○", "dim"],
  in_progress: ["●", "cyan"],
  completed: ["✓", "green"],
  cancelled: ["–", "dim"],
}

const CHECKS: Readonly<Record<CheckStatus, readonly [string, TextFormat]>> = {
  passed: ["✓", "green"],
  failed: ["✗", "red"],
  broken: ["?", "yellow"],
}

/** So many of the newest notes stay in sight. */
const NOTES = 3

/** What stands beside the tree: what its strategy noted, the run's own list, what the project's checks say, and what is still missing. */
export function sideLines(view: RunView): readonly PaintedLine[] {
  return [...noteLines(view), ...todoLines(view), ...checkLine(view), ...gateLine(view)]
}

function noteLines({ notes }: RunView): readonly PaintedLine[] {
  return notes.slice(-NOTES).map(({ kind, title }): PaintedLine => {
    return [
      [`${onOneLine(kind)}  `, "cyan"],
      [onOneLine(title), "none", "elastic"],
    ]
  })
}

/** The items of `tasks` are stages of their own, and stand in the tree already; but for those that were ticked off before their turn. */
function todoLines(view: RunView): readonly PaintedLine[] {
  const hasStage = ({ content }: Todo) => view.stages.some(({ kind, title }) => kind === "item" && title === content)
  const isEarly = (todo: Todo) => todo.status === "completed" && !hasStage(todo)
  const shown = handsOutItems(view) ? view.todos.filter(isEarly) : view.todos
  return shown.map(({ content, status }): PaintedLine => {
    const [shape, format] = BOXES[status]
    const isOver = status === "completed" || status === "cancelled"
    return [
      [`${shape} `, format],
      [onOneLine(content), isOver ? "dim" : "none", "elastic"],
    ]
  })
}

function checkLine({ checks }: RunView): readonly PaintedLine[] {
  if (checks.length === 0) return []
  const marks = checks.map(({ name, status, compared }) => {
    const [shape, format] = CHECKS[status]
    if (compared === "as_before") return [`  ${shape} ${sayTree("red_before", onOneLine(name))}`, "yellow"] as const
    return [`  ${shape} ${onOneLine(name)}`, format] as const
  })
  return [[[sayTree("checks"), "dim"], ...marks]]
}

/** What is being worked on after the strategy's own end; an end says it itself. */
function gateLine({ gate, outcome }: RunView): readonly PaintedLine[] {
  if (gate?.next !== "mend" || outcome) return []
  return [
    [
      [`${sayTree("missing")}  `, "yellow"],
      [onOneLine(lackingOf(gate).join("; ")), "none", "elastic"],
    ],
  ]
}
