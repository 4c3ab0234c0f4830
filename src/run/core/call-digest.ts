import { digestOf } from "../../journal/stable-json.ts"
import type { PlannedTask } from "../../protocol/log/control.ts"

const digests = new WeakMap<PlannedTask, string>()

/** Names a call by its tool and its arguments. Several ask for it: before a task is run, when it is noted. */
export function digestOfCall(task: PlannedTask): string {
  const known = digests.get(task)
  if (known !== undefined) return known
  const digest = digestOf({ tool: task.tool, arguments: task.arguments })
  digests.set(task, digest)
  return digest
}
