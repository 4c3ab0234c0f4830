import type { LogEntry } from "../../../journal/run-store.ts"
import { builtInTraits } from "../../../tools/built-in.ts"
import type { RunView, TaskView } from "../../../view/run-view.ts"
import { artifactTexts } from "../../context/artifact.ts"
import { givenTo } from "./read-task.ts"

/** What a run called, for one that follows on it: either what came of it, or only which files it was about. */
export type EarlierCall = {
  /** The tool, and what it was to do. */
  readonly about: string
  readonly status: string
  /** The whole result; `undefined` where its files as they are now say it better. */
  readonly text?: string
  /** The files that it read or changed. */
  readonly files: readonly string[]
  readonly isChange: boolean
  /** Files were changed after it: it may say what is no longer so. */
  readonly isBefore: boolean
}

/** A longer run did most of its looking around before these. */
const MOST_CALLS = 60

/** The newest calls of a run, newest first; of the same one again only the last. */
export function earlierCalls({ tasks }: RunView, entries: readonly LogEntry[]): EarlierCall[] {
  const ran = tasks.filter(({ status }) => status === "done" || status === "failed" || status === "unknown")
  const texts = artifactTexts(entries)
  const lastChange = ran.findLastIndex(({ changes }) => changes.length > 0)
  const calls = ran.map((task, index): EarlierCall => {
    const { key, status, digest, changes } = task
    const read = readBy(task, entries)
    const isAboutFiles = read !== undefined || (changes.length > 0 && builtInTraits(task.tool)?.kind === "write")
    return {
      about: aboutOf(task),
      status,
      ...(isAboutFiles ? {} : { text: (texts.get(key) ?? digest).trim() }),
      files: read === undefined ? changes.map(({ path }) => path) : [read],
      isChange: changes.length > 0,
      isBefore: index < lastChange,
    }
  })
  return withoutRepeats(calls.toReversed()).slice(0, MOST_CALLS)
}

/** The file that a task read. */
function readBy(task: TaskView, entries: readonly LogEntry[]): string | undefined {
  if (!builtInTraits(task.tool)?.file || task.status !== "done") return undefined
  const path = givenTo(entries, task)?.arguments?.path
  return typeof path === "string" ? path : undefined
}

function aboutOf({ tool, title }: TaskView): string {
  return title.startsWith(tool) ? title : `${tool} ${title}`
}

function withoutRepeats(calls: readonly EarlierCall[]): EarlierCall[] {
  const seen = new Set<string>()
  return calls.filter(({ about, isChange }) => isChange || (!seen.has(about) && seen.add(about)))
}
