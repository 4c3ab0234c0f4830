import type { PlannedTask } from "../protocol/control.ts"
import { taskTools } from "./constraints/task-rules.ts"
import { contextLimit } from "./context-size.ts"
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
  const tools = taskTools(parts)
  return tasks.some(({ tool }) => {
    const { access = "read", exclusive = false } = tools.get(tool) ?? {}
    return access === "write" || access === "execute" || exclusive
  })
}

/** In a small window a round takes no more than this: two of them must stay whole. */
const ROUND_SHARE = 0.2

async function runBatch(parts: RunParts, path: string, tasks: readonly PlannedTask[]): Promise<TaskOutcome[]> {
  const { limits } = parts.environment
  const perRound = Math.min(limits.digest_tokens_per_round, contextLimit(parts, parts.model) * ROUND_SHARE)
  const digestTokens = Math.min(limits.digest_tokens_per_task, Math.floor(perRound / tasks.length))
  const outcomes = new Map<number, TaskOutcome>()
  await runGraph(
    orderTasks(tasks, taskTools(parts), (path) => parts.workspace.normalise(path)),
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
