import type { FileChange, LoggedEvent } from "../../protocol/log/event.ts"
import type { Lists } from "../lists.ts"
import type { CheckView, RunView, TaskView } from "../run-view.ts"

type EventOf<Type extends LoggedEvent["event"]["type"]> = Extract<LoggedEvent["event"], { type: Type }>

function startedTask(event: EventOf<"task.started">, at: number): TaskView {
  const { id, number = id, tool, title } = event
  return { key: event.task, id, number, tool, title, status: "running", ms: 0, digest: "", changes: [], startedAt: at }
}

/** A task begins; one that begins again stands last. */
export function startTask(
  tasks: readonly TaskView[],
  event: EventOf<"task.started">,
  at: number,
  lists: Lists,
): readonly TaskView[] {
  const known = lists.lastOf(tasks, event.task, keyOf)
  return lists.append(known < 0 ? tasks : lists.remove(tasks, known), startedTask(event, at))
}

/** A task ends, begun or not. */
export function endTask(
  tasks: readonly TaskView[],
  event: EventOf<"task.ended">,
  at: number,
  lists: Lists,
): readonly TaskView[] {
  const index = lists.lastOf(tasks, event.task, keyOf)
  const known = tasks[index]
  const { id, number = id, tool } = event
  const ended: TaskView = {
    ...(known ?? { key: event.task, id, number, tool, title: tool, startedAt: at }),
    status: event.status,
    ms: event.ms,
    digest: event.digest,
    changes: event.changes,
    ...(event.diff === undefined ? {} : { diff: event.diff }),
  }
  return known ? lists.replace(tasks, index, ended) : lists.append(tasks, ended)
}

function keyOf({ key }: TaskView): string {
  return key
}

/** Each check as it came out last, in the order of their first runs. What it says of the base is not of the run. */
export function withCheck(view: RunView, event: EventOf<"check.ended">): readonly CheckView[] {
  const { name, command, status, ms, failing, stage, moment, compared, tests, script, hindrance } = event
  if (moment === "base") return view.checks
  const said = {
    ...(tests === undefined ? {} : { tests }),
    ...(script === undefined ? {} : { script }),
    ...(hindrance === undefined ? {} : { hindrance }),
  }
  const now: CheckView = { name, command, status, ms, failing, stage, ...(compared ? { compared } : {}), ...said }
  const isKnown = view.checks.some((check) => check.name === name)
  return isKnown ? view.checks.map((check) => (check.name === name ? now : check)) : [...view.checks, now]
}

/** Every file from its first state to its last. */
export function withChanges(known: readonly FileChange[], added: readonly FileChange[]): readonly FileChange[] {
  if (added.length === 0) return known
  const byPath = new Map(known.map((change) => [change.path, change]))
  for (const change of added) {
    const first = byPath.get(change.path)
    byPath.set(change.path, { ...change, before: first ? first.before : change.before })
  }
  return [...byPath.values()]
}
