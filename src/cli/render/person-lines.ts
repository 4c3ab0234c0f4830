import type { DurableEvent } from "../../protocol/log/event.ts"
import { tellingLine } from "../../run/context/telling-line.ts"
import { duration } from "../../text/words/units.ts"
import type { RunView } from "../../view/run-view.ts"
import { onOneLine } from "../paint/text.ts"
import { describeEvent, isNumbered } from "./events/describe-event.ts"

/** What only those want to see who want to see how the engine works (`-v`). */
const ENGINES_OWN: ReadonlySet<DurableEvent["type"]> = new Set([
  "state.changed",
  "words.heard",
  "strategy.chosen",
  "checks.found",
  "gate.ruled",
  "stage.ended",
  "stage.extended",
  "handover.made",
  "plan.made",
  "plan.rejected",
  "judge.ruled",
  "constraints.set",
  "budget.estimated",
  "context.compacted",
  "results.shown",
  "task.started",
  "model.called",
  // Said while it happens, and by the end where it was the last.
  "model.failed",
  "summary.made",
])

/** A fact in the words of somebody who wants to know what is done, not how; empty for what is not worth a line then. */
export function personLine(event: DurableEvent, view: RunView): string {
  if (ENGINES_OWN.has(event.type)) return ""
  if (event.type === "stage.started") return isNumbered(event) ? "" : stageLine(event)
  // What it says is the answer, which is printed at the end.
  if (event.type === "thought.made" && event.task_completed) return ""
  // Why, and all else, is told below the last line.
  if (event.type === "run.ended") return `ended: ${event.outcome.status}`
  if (event.type !== "task.ended") return describeEvent(event)
  const task = view.tasks.findLast(({ key }) => key === event.task)
  const why = event.status === "done" ? "" : `: ${onOneLine(tellingLine(event.digest))}`
  return `${task?.number ?? event.id} ${onOneLine(task?.title ?? event.tool)}: ${event.status} in ${duration(event.ms)}${why}`
}

function stageLine({ kind, title }: Extract<DurableEvent, { type: "stage.started" }>): string {
  return title.trim() === "" ? kind : `${kind}: ${onOneLine(title)}`
}

/** The same in the engine's own words, with what holds for the whole run. */
export function engineLines(event: DurableEvent): readonly string[] {
  const said = describeEvent(event)
  if (event.type !== "run.started") return said === "" ? [] : [said]
  const { stand, instructions } = event.environment
  return [
    said,
    ...(stand === undefined ? [] : [`commands start in ${stand}`]),
    ...(instructions === "" ? [] : [`instructions: ${namesIn(instructions)}`]),
  ]
}

/** Where there are several, or another than the usual one, each stands under its name. */
function namesIn(instructions: string): string {
  const names = [...instructions.matchAll(/^# (.*(?:AGENTS|CLAUDE)\.md)$/gm)].map(([, name = ""]) => onOneLine(name))
  return names.length === 0 ? "AGENTS.md" : names.join(", ")
}
