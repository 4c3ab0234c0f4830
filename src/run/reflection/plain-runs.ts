import type { DurableEvent } from "../../protocol/event.ts"
import { classifyCommand } from "../../tools/shell/shell.ts"
import { textAt } from "../../tools/subject.ts"
import type { PlainRun } from "./evidence.ts"
import { callOf, evenedText, isEmptyResult, isExitCode, resultOf } from "./normalise.ts"

type TaskEnded = Extract<DurableEvent, { type: "task.ended" }>

/** What the log has of a turn's tasks; by their keys where nothing else is said. */
export type TurnTasks = {
  readonly ended: TaskEnded[]
  readonly titles: Map<string, string>
  /** Arguments by task id. */
  readonly inputs: Map<number, unknown>
  readonly texts: Map<string, string>
  readonly touched: Set<string>
}

/** In plan order, for tasks side by side end in any. */
export function plainRuns(turn: TurnTasks): PlainRun[] {
  const ended = turn.ended.toSorted((one, other) => one.id - other.id)
  return ended.filter(({ status }) => status !== "skipped").map((event) => plainRun(turn, event))
}

function plainRun(turn: TurnTasks, event: TaskEnded): PlainRun {
  const { task, id, tool, status, digest, changes, said } = event
  const input = turn.inputs.get(id)
  const text = turn.texts.get(task) ?? digest
  const command = evenedOr(said?.command, input, "command")
  return {
    tool,
    title: turn.titles.get(task) ?? tool,
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
    changesWorld: turn.touched.has(task) && !(command !== undefined && classifyCommand(command) === "reading"),
  }
}

/** The tool's own word, else the argument that is called so. */
function evenedOr(said: string | undefined, input: unknown, name: string): string | undefined {
  const text = said ?? textAt(input, name)
  return text === undefined ? undefined : evenedText(text)
}
