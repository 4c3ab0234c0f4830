import { duration } from "../../../text/words/units.ts"
import type { PaintedLine } from "../../paint/paint.ts"
import { cutTo, lastLine, onOneLine } from "../../paint/text.ts"
import { sayCount, sayTree } from "../../words/tree-words.ts"
import { taskTitle } from "./branches.ts"
import { runningTasks, type Screen } from "./screen.ts"

/** The rest of the line is for what was printed last. */
const MOST_BESIDE_OUTPUT = 28

/** What happens in this moment, since when, and what was printed last; nothing of a run that waits for its user or has not begun. */
export function nowLine(screen: Screen, now: number): readonly PaintedLine[] {
  const { view } = screen
  const running = runningTasks(screen)
  const hasBegun = view.startedAt > 0 || running.length > 0
  if (view.state === "WAITING" || view.questions.length > 0 || !hasBegun) return []
  const [task] = running.slice(-1)
  const since = task?.startedAt ?? waitedSince(screen)
  const doing =
    running.length > 1 ? sayCount(running.length, "tasks") : task && `${task.number} ${onOneLine(task.title)}`
  const last = lastLine(
    task ? (screen.output.get(task.key) ?? "") : screen.check === "" ? "" : newestOutput(screen).text,
  )
  const said = doing ?? waitedFor(screen)
  return [
    [
      ["● ", "cyan"],
      [last === "" ? said : cutTo(said, MOST_BESIDE_OUTPUT), "cyan", "elastic"],
      [`  ${duration(Math.max(0, now - since))}`, "dim"],
      ...(last === "" ? [] : [[`  ${last}`, "dim", "elastic"] as const]),
    ],
  ]
}

/** One line for each server and watcher that runs beside the work, with what it printed last. */
export function backgroundLines({ view, output }: Screen, now: number): readonly PaintedLine[] {
  const running = view.outcome ? [] : view.processes.filter(({ status }) => status === "running")
  return running.map(({ id, task, command, startedAt }): PaintedLine => {
    const last = lastLine(output.get(task) ?? "")
    return [
      [`○ ${id} `, "cyan"],
      [last === "" ? onOneLine(command) : cutTo(onOneLine(command), MOST_BESIDE_OUTPUT), "dim", "elastic"],
      [`  ${duration(Math.max(0, now - startedAt))}`, "dim"],
      ...(last === "" ? [] : [[`  ${last}`, "dim", "elastic"] as const]),
    ]
  })
}

type Waited = Pick<Screen, "busy" | "check" | "progress" | "saying">

/** What a run without a task or a question under way is busy with. */
export function waitedFor({ busy, check, progress, saying }: Waited): string {
  if (busy !== "") return busy
  if (check !== "") return sayTree("check", onOneLine(check))
  return progress || sayTree(saying === "" ? "model" : "answers")
}

/** When that began: a check counts its own time, and a model that is asked again counts anew. */
export function waitedSince({ check, since, view }: Pick<Screen, "check" | "since" | "view">): number {
  return check !== "" && since > 0 ? since : Math.max(since, view.updatedAt)
}

/** Of the command or check that printed last: whose output it is, and the end of it. */
export function newestOutput({ output, view, check }: Screen): { readonly of: string; readonly text: string } {
  const [key, text] = [...output].at(-1) ?? ["", ""]
  const task = view.tasks.find((known) => known.key === key)
  return { of: task ? taskTitle(task) : onOneLine(check), text }
}
