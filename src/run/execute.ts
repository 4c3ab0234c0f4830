import type { PlannedTask } from "../protocol/control.ts"
import { runGraph } from "./graph.ts"
import type { RunParts } from "./run-parts.ts"
import { runTask, skipTask, type TaskOutcome } from "./run-task.ts"
import { RunWaiting } from "./stops.ts"
import { orderTasks } from "./task-order.ts"

/**
 * Carries out a plan: ready tasks side by side, what depends on a failure is skipped, the rest goes on.
 * Outcomes come back in plan order. A task that waits for the user holds back only what depends on it, until the others are done.
 */
export function executeTasks(parts: RunParts, path: string, tasks: readonly PlannedTask[]): Promise<TaskOutcome[]> {
  const work = () => runBatch(parts, path, tasks)
  return changesTheWorld(parts, tasks) ? parts.workspaceGate.pass(work) : work()
}

/** A writing batch has the workspace for itself; phases side by side take turns with theirs. */
function changesTheWorld(parts: RunParts, tasks: readonly PlannedTask[]): boolean {
  return tasks.some(({ tool }) => ["write", "execute"].includes(parts.tools.get(tool)?.access ?? "read"))
}

async function runBatch(parts: RunParts, path: string, tasks: readonly PlannedTask[]): Promise<TaskOutcome[]> {
  const { limits } = parts.environment
  const digestTokens = Math.min(
    limits.digest_tokens_per_task,
    Math.floor(limits.digest_tokens_per_round / tasks.length),
  )
  const outcomes = new Map<number, TaskOutcome>()
  await runGraph(
    orderTasks(tasks, parts.tools, (path) => parts.workspace.normalise(path)),
    limits.parallel_tasks,
    async ({ task }) => {
      const key = `${path}/task-${task.id}`
      const missing = task.depends_on.filter((id) => outcomes.has(id) && outcomes.get(id)?.status !== "done")
      const reason = `Not run: task ${missing.join(", ")}, which it depends on, did not succeed.`
      outcomes.set(
        task.id,
        missing.length > 0 ? await skipTask(parts, key, task, reason) : await runTask(parts, key, task, digestTokens),
      )
    },
    (error) => error instanceof RunWaiting,
  )
  return tasks.flatMap((task) => outcomes.get(task.id) ?? [])
}
