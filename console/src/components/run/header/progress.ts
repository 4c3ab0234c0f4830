import { numberOf } from "@keelson/protocol/log/key.ts"
import { isEnd } from "@keelson/protocol/log/outcome.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { handsOutItems } from "@keelson/view/stages.ts"
import type { Say } from "../../../words/use-words.ts"
import type { Outline } from "../graph/outline.ts"
import { countsOf } from "../summary/counts.ts"

/** How far a run is: a share for the bar, and the words for it. */
export type Progress = { readonly share: number; readonly words: string }

/** Phases or steps count equally; inside the current one its rounds do. Only a run that is done fills the bar. */
export function progressOf(view: RunView, outline: Outline, say: Say): Progress {
  const { nodes } = outline
  const current = nodes.find(({ status }) => status === "running")
  const closing = outline.closings.find(({ status }) => status === "running")
  const round = (current ?? closing)?.rounds.length ?? outline.loose.length
  const most = roundsOf(view, current?.id)
  const tasks = view.tasks.length
  const { rounds } = countsOf(view)
  const hasTurns = view.stages.some((stage) => stage.kind === "turn")
  const kind = kindOf(view)
  return {
    share: view.state === "DONE" ? 1 : Math.min(0.97, shareOf(view, outline)),
    words: [
      current &&
        say(`progress.${kind}`, {
          number: current.label,
          count: nodes.length,
        }),
      !current &&
        nodes.length > 0 &&
        say(`progress.over.${kind}s`, {
          done: nodes.filter(({ status }) => status === "done").length,
          count: nodes.length,
        }),
      closing && say("stage.closing", { number: numberOf(closing.id) }),
      isEnd(view.state) && rounds > 0 && say(hasTurns ? "progress.turns" : "progress.rounds", { count: rounds }),
      round > 0 &&
        !isEnd(view.state) &&
        say(hasTurns ? "progress.turn" : "progress.round", { number: round }) +
          (most > 0 ? ` ${say("progress.most", { most })}` : ""),
      tasks > 0 && say("progress.task", { count: tasks }),
    ]
      .filter(Boolean)
      .join(" · "),
  }
}

/** A bar stops where the run stopped: at what it got done. */
function shareOf(view: RunView, { nodes }: Outline): number {
  if (nodes.length === 0) return looseShare(view)
  const isOver = isEnd(view.state)
  const over = nodes.filter(({ status }) => (isOver ? status === "done" : !OPEN.has(status)))
  const current = nodes.find(({ status }) => status === "running")
  const most = roundsOf(view, current?.id)
  const inside = current && most > 0 ? Math.min(0.9, (current.rounds.length - 0.5) / most) : 0
  return (over.length + Math.max(0, inside)) / nodes.length
}

const OPEN: ReadonlySet<string> = new Set(["planned", "running"])

/** What the nodes of the graph are. */
export function kindOf(view: RunView): "phase" | "step" | "item" | "stage" {
  if (view.phases.length > 0) return "phase"
  if (view.steps.length > 0) return "step"
  return handsOutItems(view) ? "item" : "stage"
}

/** A phase may take two rounds more than was estimated. */
function roundsOf(view: RunView, node: string | undefined): number {
  const phase = view.phases.find(({ id }) => `phase-${id}` === node)
  return phase ? phase.estimated_rounds + 2 : 0
}

function looseShare(view: RunView): number {
  const limit = view.environment?.limits.max_iterations ?? 30
  return view.iterations / limit
}
