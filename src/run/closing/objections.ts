import { openParts } from "../../view/open-parts.ts"
import type { RunView, TaskView } from "../../view/run-view.ts"
import type { RunParts } from "../ground/run-parts.ts"
import type { LastWord } from "./closer.ts"
import { namedCommands } from "./named-commands.ts"
import * as prompts from "./prompts.ts"
import { isRefused } from "./requirements.ts"
import { wantsChange } from "./wanted-change.ts"

/** What speaks against an end, in words for the model; empty where nothing does. */
export function objections(parts: RunParts, word: LastWord | undefined, isModelLed: boolean): readonly string[] {
  const { view } = parts.tally
  return [
    ...openParts(view).map(prompts.openPart),
    ...openItems(view).map(prompts.openItem),
    ...(isLacking(parts, word) ? [prompts.NOTHING_CHANGED] : []),
    ...(isModelLed ? unfinished(parts) : []),
  ]
}

function openItems({ todos, stages }: RunView): readonly string[] {
  // Where the engine walks the list its items are parts.
  if (stages.some(({ kind }) => kind === "item")) return []
  return todos.filter(({ status }) => status === "pending" || status === "in_progress").map(({ content }) => content)
}

/** A change was wanted and none was made, and nobody said why none had to be or could be. */
export function isLacking(parts: RunParts, word: LastWord | undefined): boolean {
  const isExplained = word?.nothingToChange !== undefined || word?.missing.some(isRefused)
  return !isExplained && isChangeWanted(parts, word) && !hasChanged(parts)
}

/** Where nothing that is on offer could change anything, nobody can want it to. */
export function isChangeWanted({ request, tally: { view }, tools }: RunParts, word: LastWord | undefined): boolean {
  const canChange = [...tools.values()].some(({ access }) => DEEDS.has(access))
  return canChange && wantsChange(request, word?.changes ?? view.analysis?.changes)
}

/** A file that the run changed, or a call that succeeded and did more than look. */
export function hasChanged({ tally: { view }, tools }: RunParts): boolean {
  const isDeed = ({ status, tool }: TaskView) => status === "done" && DEEDS.has(tools.get(tool)?.access ?? "read")
  return view.changes.some(({ before, after }) => before !== after) || view.tasks.some(isDeed)
}

const DEEDS: ReadonlySet<string> = new Set(["write", "execute"])

/** A model that leads says by itself when it is done: its last deed, and what the request names, must bear it out. */
function unfinished({ request, tally: { view } }: RunParts): readonly string[] {
  const last = view.tasks.at(-1)
  const hasFailed = last && last.status !== "done" && last.status !== "running"
  const open = namedCommands(request).filter((command) => !hasSucceeded(view, command))
  return [...(hasFailed ? [prompts.lastFailed(last)] : []), ...open.map(prompts.notRun)]
}

/** Since the last change. */
function hasSucceeded({ tasks }: RunView, command: string): boolean {
  const lastChange = tasks.findLastIndex(({ changes }) => changes.length > 0)
  const isIt = (title: string) => title.replace(/\s+/g, " ").includes(command)
  return tasks.some(({ status, title }, index) => index >= lastChange && status === "done" && isIt(title))
}
