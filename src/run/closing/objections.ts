import { brokenOffParts, openItems, openParts } from "../../view/open-parts.ts"
import type { RunView } from "../../view/run-view.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { turnsAfter } from "../reflection/history.ts"
import type { LastWord } from "./closer.ts"
import { namedCommands } from "./named-commands.ts"
import * as prompts from "./prompts.ts"
import { isRefused } from "./requirements.ts"
import { namesWorkOnFile, wantsChange } from "./wanted-change.ts"

/** Whose end is looked at: the model's, where it leads; and what it has said of it. */
export type Ended = {
  readonly word: LastWord | undefined
  readonly isModelLed: boolean
  /** It was asked about the parts before: what became of them is a part of its word since. */
  readonly wasAsked: boolean
}

/** What speaks against an end, in words for the model; empty where nothing does. */
export function objections(parts: RunParts, { word, isModelLed, wasAsked }: Ended): readonly string[] {
  const { view } = parts.tally
  const undone = wasAsked ? [] : [...openParts(view), ...brokenOffParts(view)]
  return [
    ...undone.map(prompts.openPart),
    ...openItems(view).map(prompts.openItem),
    ...(isLacking(parts, word) ? [prompts.NOTHING_CHANGED] : []),
    ...undoneCommands(parts, namedCommands(parts.request)).map(prompts.notRun),
    ...(isModelLed ? lastFailure(parts) : []),
  ]
}

/** The commands among these that have not succeeded since the last change. */
export function undoneCommands({ tally: { view } }: RunParts, commands: readonly string[]): readonly string[] {
  return commands.filter((command) => !hasSucceeded(view, command))
}

/** A change was wanted and none was made, and nobody said why none had to be or could be. */
export function isLacking(parts: RunParts, word: LastWord | undefined): boolean {
  const isSaid = word?.nothingToChange !== undefined && !isBlind(parts)
  const isExplained = isSaid || word?.missing?.some(isRefused)
  return !isExplained && isChangeWanted(parts, word) && !hasChanged(parts)
}

/** Where nothing that is on offer could change anything, nobody can want it to. */
export function isChangeWanted(parts: RunParts, word: LastWord | undefined): boolean {
  const { request, tally, tools } = parts
  const canChange = [...tools.values()].some(({ access }) => DEEDS.has(access))
  return canChange && wantsChange(request, isBlind(parts) ? undefined : (word?.changes ?? tally.view.analysis?.changes))
}

/** The request names a file and what shall become of it, and nothing has been looked at: nobody can know that it may stay as it is. */
function isBlind({ request, tally: { view } }: RunParts): boolean {
  const hasLooked = view.tasks.some(({ status }) => LOOKS.has(status))
  return !hasLooked && namesWorkOnFile(request)
}

/** A look that found nothing is one, too. */
const LOOKS: ReadonlySet<string> = new Set(["done", "failed", "unknown"])

/** A file that the run changed, or a call that succeeded and did more than look. What a confined command does shows in files. */
export function hasChanged({ tally: { view }, journal, sandbox }: RunParts): boolean {
  if (view.changes.some(({ before, after }) => before !== after)) return true
  const runs = turnsAfter(journal.entries, 0).flatMap((turn) => turn.runs)
  return runs.some(({ status, changesWorld, command }) => {
    const isConfined = command !== undefined && sandbox != null
    return TAKES_EFFECT.has(status) && changesWorld && !isConfined
  })
}

const DEEDS: ReadonlySet<string> = new Set(["write", "execute"])
/** Of what a crash hid nobody can say that it changed nothing. */
const TAKES_EFFECT: ReadonlySet<string> = new Set(["done", "unknown"])

/** A model that leads says by itself when it is done: its last deed must bear it out. */
function lastFailure({ tally: { view } }: RunParts): readonly string[] {
  const last = view.tasks.at(-1)
  return last && last.status !== "done" && last.status !== "running" ? [prompts.lastFailed(last)] : []
}

/** Since the last change. */
function hasSucceeded({ tasks }: RunView, command: string): boolean {
  const lastChange = tasks.findLastIndex(({ changes }) => changes.length > 0)
  const isIt = (title: string) => title.replace(/\s+/g, " ").includes(command)
  return tasks.some(({ status, title }, index) => index >= lastChange && status === "done" && isIt(title))
}
