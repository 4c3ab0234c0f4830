import { isWithin, parentOf } from "@keelson/protocol/log/key.ts"
import type { FeedRound } from "@keelson/view/feed.ts"
import type { RunView, StageView, TaskView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import { statusNow } from "../graph/outline.ts"

/** A task as its row shows it, begun or only planned. */
export type TaskLine = Pick<
  TaskView,
  "key" | "id" | "number" | "tool" | "title" | "ms" | "digest" | "changes" | "diff" | "startedAt"
> & {
  readonly status: string
  readonly why: string
  readonly arguments: Readonly<Record<string, unknown>> | null
}

/** The tasks of a stage in the order of the plan; while it runs, those to come as well. */
export function stageTasks(stage: StageView, view: RunView, { plans }: Story): TaskLine[] {
  // The first look is cheap: a long run has tens of thousands of tasks in other stages.
  const tasks = view.tasks.filter(({ key }) => isWithin(key, stage.id) && parentOf(key) === stage.id)
  return taskLines({ stage, tasks, plan: plans[stage.id] ?? null }, view)
}

/** What decides how the tasks of a round stand. */
export type Standing = Pick<RunView, "questions" | "outcome"> & { readonly isStill?: boolean }

export function taskLines(
  { stage, tasks, plan }: Pick<FeedRound, "stage" | "tasks" | "plan">,
  view: Standing,
): TaskLine[] {
  const planned = plan?.tasks ?? []
  const begun = tasks.map((task): TaskLine => {
    const given = planned.find(({ id }) => id === task.id)
    return {
      ...task,
      status: isAsking(task.key, view) ? "asked" : statusNow(view, task.status),
      why: given?.why ?? "",
      arguments: given?.arguments ?? null,
    }
  })
  const known = new Set(begun.map(({ id }) => id))
  const toCome = stage.endedAt === null && !view.outcome ? planned.filter(({ id }) => !known.has(id)) : []
  const lines = toCome.map((task): TaskLine => {
    const key = `${stage.id}/task-${task.id}`
    const question = questionOf(key, view)
    return {
      key,
      id: task.id,
      number: task.id,
      tool: task.tool,
      title: question?.kind === "approval" ? question.summary : shortArguments(task.arguments),
      status: question ? "asked" : "planned",
      why: task.why,
      arguments: task.arguments,
      ms: 0,
      digest: "",
      changes: [],
      startedAt: 0,
    }
  })
  return [...begun, ...lines].sort((a, b) => a.id - b.id)
}

function questionOf(key: string, view: Standing): RunView["questions"][number] | undefined {
  return view.questions.find(({ id }) => isWithin(id, key))
}

/** A task that asks the user has begun, and waits. */
function isAsking(key: string, view: Standing): boolean {
  return !view.outcome && questionOf(key, view) !== undefined
}

/** The first argument that says something in one line. */
function shortArguments(values: Readonly<Record<string, unknown>>): string {
  const first = Object.values(values).find((value) => typeof value === "string")
  return typeof first === "string" ? (first.split("\n")[0] ?? "").slice(0, 120) : ""
}
