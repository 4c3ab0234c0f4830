import { digestOf } from "../../journal/stable-json.ts"
import { estimateTokens } from "../../model/seam/tokens.ts"
import type { PlannedTask } from "../../protocol/log/control.ts"
import type { TaskStatus } from "../../protocol/log/event.ts"
import { keyIn, numbered, shortKey } from "../../protocol/log/key.ts"
import { clip } from "../../text/clip.ts"
import { digestOfCall } from "../core/call-digest.ts"
import type { TaskOutcome } from "../tasks/run-task.ts"
import { gist } from "./key-lines.ts"

/** What is remembered of a task when its round is folded. */
export type TaskNote = {
  /** The id that opens the whole result. */
  readonly artifact: string
  readonly tool: string
  /** What it was about, in a few words: the path, the command. */
  readonly about: string
  readonly status: TaskStatus
  /** What went wrong, or the first words of the result. */
  readonly gist: string
  readonly digest: string
  readonly paths: readonly string[]
  /** Those of them that it changed: what was shown of them before is out of date. */
  readonly changed?: readonly string[]
  /** Told only of a longer result that is shown whole: equal for equal calls with equal results. */
  readonly whole?: string
  /** Equal for equal calls: a call that succeeds later settles an earlier failure. */
  readonly call: string
}

/** What is remembered of a round; the summary is its judge's, which exists already. */
export type RoundNote = { readonly name: string; readonly summary: string; readonly tasks: readonly TaskNote[] }

/** Notes on a round whose tasks are done; its summary comes with `closeRound`. */
export function noteRound(
  name: string,
  tasks: readonly PlannedTask[],
  outcomes: readonly NotedOutcome[],
  summary = "",
): RoundNote {
  const planned = new Map(tasks.map((task) => [task.id, task]))
  return { name, summary, tasks: outcomes.map((outcome) => noteTask(name, planned.get(outcome.id), outcome)) }
}

type NotedOutcome = TaskOutcome & { readonly isWhole?: boolean }

function noteTask(name: string, task: PlannedTask | undefined, outcome: NotedOutcome): TaskNote {
  const { id, tool, status, text, digest, changes, isWhole = false } = outcome
  const input = task?.arguments ?? {}
  const named = typeof input.path === "string" ? [input.path] : []
  const changed = changes.map(({ path }) => path)
  return {
    artifact: shortKey(keyIn(name, numbered("task", id))),
    tool,
    about: aboutOf(input),
    status,
    gist: gist(text, MOST_OF_A_GIST),
    digest,
    paths: [...new Set([...named, ...changed])],
    changed,
    ...(isWhole && estimateTokens(text) > LEAST_NAMED ? { whole: callOf(task, outcome) } : {}),
    call: task ? digestOfCall(task) : digestOf({ tool, arguments: input }),
  }
}

/** A call and what came of it. */
export function callOf(task: PlannedTask | undefined, { tool, status, text }: TaskOutcome): string {
  return digestOf({ tool, arguments: task?.arguments ?? {}, status, text })
}

/** Tokens of a result from which on it is named where it stands already; fewer are told again: that is shorter. */
export const LEAST_NAMED = 60

const MOST_OF_A_GIST = 240
const MOST_OF_A_SUBJECT = 100

/** The first words of a call: the path, the command or the pattern that it is about. */
export function aboutOf(input: Readonly<Record<string, unknown>>): string {
  const words = [input.path, ...Object.values(input)].filter((value) => typeof value === "string")
  const line = (words[0] ?? "").replace(/\s+/g, " ").trim()
  return clip(line, MOST_OF_A_SUBJECT)
}
