import type { DurableEvent } from "../../protocol/log/event.ts"
import { classifyCommand } from "../../tools/shell/shell.ts"
import { textAt } from "../../tools/subject.ts"
import type { PlainRun } from "./evidence.ts"
import { callOf, evenedText, isEmptyResult, isExitCode, resultOf, saidIn } from "./normalise.ts"

type TaskEnded = Extract<DurableEvent, { type: "task.ended" }>

/** What the log has of a turn's tasks. */
export type TurnTasks = {
  readonly ended: TaskEnded[]
  /** By their keys. */
  readonly tasks: Map<string, TaskNotes>
  /** Arguments by task id. */
  readonly inputs: unknown[]
}

type TaskNotes = { title?: string; text?: string; isTouched?: boolean }

/** What is known of a task so far. */
export function taskIn({ tasks }: TurnTasks, key: string): TaskNotes {
  const notes = tasks.get(key) ?? {}
  tasks.set(key, notes)
  return notes
}

/** In plan order, for tasks side by side end in any. */
export function plainRuns(turn: TurnTasks): PlainRun[] {
  const ended = turn.ended.toSorted((one, other) => one.id - other.id)
  return ended.filter(({ status }) => status !== "skipped").map((event) => plainRun(turn, event))
}

function plainRun(turn: TurnTasks, event: TaskEnded): PlainRun {
  const { task, id, tool, status, digest, changes, said } = event
  const input = turn.inputs[id]
  const { title = tool, text = digest, isTouched = false } = turn.tasks.get(task) ?? {}
  const command = evenedOr(said?.command, input, "command")
  return {
    tool,
    title,
    call: callOf(tool, input ?? task),
    place: command ?? evenedOr(said?.place, input, "path"),
    command,
    status,
    result: resultOf(text),
    text,
    isEmpty: status === "done" && changes.length === 0 && isEmptyResult(text),
    isVerdict: said?.verdict ?? isExitCode(text),
    isWait: said?.waits ?? false,
    contents: changes.map(({ path, after }) => `${path} ${after}`),
    news: newsIn(event, text),
    changesWorld: isTouched && !(command !== undefined && classifyCommand(command) === "reading"),
  }
}

/**
 * What would be news, if nobody has seen it yet: a changed file, else what came back, without its times and numbers. What found nothing, broke down or
 * was not run is none; a program that says no with its exit code has said something.
 */
function newsIn({ status, changes, said }: TaskEnded, text: string): string[] {
  if (changes.length > 0) return changes.map(({ path, after }) => `content ${path} ${after}`)
  const isAnswer = status === "done" || (status === "failed" && (said?.verdict ?? isExitCode(text)))
  return isAnswer && !isEmptyResult(text) ? [`said ${saidIn(text)}`] : []
}

/** The tool's own word, else the argument that is called so. */
function evenedOr(said: string | undefined, input: unknown, name: string): string | undefined {
  const text = said ?? textAt(input, name)
  return text === undefined ? undefined : evenedText(text)
}
