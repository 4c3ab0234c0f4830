import type { PlannedTask } from "../../protocol/log/control.ts"
import type { ShownResult } from "../../protocol/log/event.ts"
import { keyIn, numbered, shortKey } from "../../protocol/log/key.ts"
import { READ_ARTIFACT } from "../../tools/read-artifact.ts"
import type { RunParts } from "../core/run-parts.ts"
import type { TaskOutcome } from "../tasks/run-task.ts"
import { type Cut, firstGap, parseRanges, renderCut, type ShownLines } from "./cut-result.ts"

type Told = {
  readonly path: string
  readonly task: PlannedTask | undefined
  readonly outcome: TaskOutcome
  readonly result: ShownResult
}

/** A result in words: all of it, its name, or a part with a note on which lines that are and how to read on. */
export function shownText(parts: RunParts, told: Told): string {
  const { path, outcome, result } = told
  const { text } = outcome
  if (result.as !== undefined) return `[as in ${result.as} above, unchanged]`
  if (result.lines === undefined) return text
  const artifact = shortKey(keyIn(path, numbered("task", outcome.id)))
  if (result.lines === "") return `[binary data, ${text.length} characters, not shown; whole: ${artifact}]`
  const cut: Cut = { lines: parseRanges(result.lines), clip: result.clip }
  const total = text.split("\n").length
  const gap = firstGap(cut.lines, text)
  if (gap)
    return `${renderCut(text, cut)}\n[${artifact}: lines ${result.lines} of ${total} are shown.${onward(parts, told, artifact, gap)}]`
  return (
    renderCut(text, cut) +
    (cut.clip === undefined ? "" : `\n[${artifact}: all ${total} lines, long ones by their ends.]`)
  )
}

/** The tool's own way to go on is the one that its caller knows. */
function onward(parts: RunParts, { task, outcome }: Told, artifact: string, [first, last]: ShownLines): string {
  const own = task && ownWay(parts, task, outcome, first - 1)
  if (own !== undefined) return ` Read on: ${own}.`
  return parts.tools.has(READ_ARTIFACT) ? ` Read on: ${READ_ARTIFACT} ${artifact}, lines ${first}-${last}.` : ""
}

function ownWay(parts: RunParts, task: PlannedTask, { status }: TaskOutcome, shown: number): string | undefined {
  const tool = status === "done" ? parts.tools.get(task.tool) : undefined
  const input = tool?.readOn && tool.input.safeParse(task.arguments)
  return input?.success ? tool?.readOn?.(input.data, shown) : undefined
}
