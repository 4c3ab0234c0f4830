import type { PlannedTask } from "../../protocol/control.ts"
import { factKey, keyIn, numbered, numberOf, withNumber } from "../../protocol/key.ts"
import { contextLimit } from "../calls/context-size.ts"
import { taskTools } from "../constraints/task-rules.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { RunWaiting } from "../ground/stops.ts"
import { TimeLimit } from "../ground/time-limit.ts"
import { runGraph } from "../plans/graph.ts"
import { orderTasks } from "../plans/task-order.ts"
import { resolveReferences, type Source } from "../plans/task-references.ts"
import { isOutcome, runTask, skipTask, type TaskOutcome } from "./run-task.ts"

/** How a batch is cut short; without them every task gets its turn. */
export type BatchOptions = {
  /** After the first task that does not succeed nothing new starts; what runs is waited for. */
  readonly stopOnFailure?: boolean
  /** Active time for the whole batch: what runs then is aborted, the rest does not start. */
  readonly timeLimitMs?: number
}

/** In a small window a round takes no more than this: two of them must stay whole. */
const ROUND_SHARE = 0.2

/** Runs the graph of a batch; outcomes come back in plan order, one for each task. */
export async function runBatch(
  parts: RunParts,
  path: string,
  tasks: readonly PlannedTask[],
  options: BatchOptions = {},
): Promise<TaskOutcome[]> {
  const batch = new Batch(parts, path, tasks, options)
  await runGraph(
    orderTasks(tasks, taskTools(parts), (path) => parts.workspace.normalise(path)),
    parts.environment.limits.parallel_tasks,
    ({ task }) => batch.run(task),
    (error) => error instanceof RunWaiting,
  )
  return batch.outcomes()
}

class Batch {
  readonly #parts: RunParts
  readonly #path: string
  readonly #tasks: readonly PlannedTask[]
  readonly #stopOnFailure: boolean
  readonly #limit: TimeLimit | undefined
  readonly #digestTokens: number
  readonly #ended = new Map<number, TaskOutcome>()

  constructor(parts: RunParts, path: string, tasks: readonly PlannedTask[], options: BatchOptions) {
    const { timeLimitMs, stopOnFailure = false } = options
    this.#limit = timeLimitMs === undefined ? undefined : new TimeLimit(timeLimitMs, parts.clock)
    this.#parts = this.#limit ? { ...parts, roundLimit: this.#limit } : parts
    this.#path = path
    this.#tasks = tasks
    this.#stopOnFailure = stopOnFailure
    this.#digestTokens = digestTokens(parts, tasks.length)
  }

  async run(task: PlannedTask): Promise<void> {
    this.#ended.set(task.id, await this.#carryOut(task, this.#key(task)))
  }

  async #carryOut(task: PlannedTask, key: string): Promise<TaskOutcome> {
    const reason = this.#whyNot(task)
    if (reason !== undefined) return skipTask(this.#parts, key, task, `Not run: ${reason}.`)
    const given = resolveReferences(task.arguments, (id) => this.#source(id))
    if (!given.ok) return skipTask(this.#parts, key, task, `Not run: ${given.reason}.`)
    return runTask(this.#parts, key, task, { digestTokens: this.#digestTokens, readings: given.readings })
  }

  outcomes(): TaskOutcome[] {
    return this.#tasks.flatMap((task) => this.#ended.get(task.id) ?? [])
  }

  #key(task: PlannedTask): string {
    return keyIn(this.#path, numbered("task", task.id))
  }

  #whyNot(task: PlannedTask): string | undefined {
    const missing = task.depends_on.filter((id) => this.#ended.has(id) && this.#ended.get(id)?.status !== "done")
    if (missing.length > 0) return `task ${missing.join(", ")}, which it depends on, did not succeed`
    if (this.#isStarted(task)) return undefined
    if (this.#limit?.isOver) return `the round's limit of ${this.#limit.limitMs / 1000} s was over`
    const failed = this.#stopOnFailure ? this.#failedTask() : undefined
    return failed === undefined ? undefined : `task ${failed} did not succeed, which stops the round`
  }

  #source(id: number): Source | undefined {
    const isHere = this.#tasks.some((task) => task.id === id)
    return isHere ? this.#ended.get(id) : this.#earlier(id)
  }

  /** A task of an earlier round: the newest that has the number, since a retry keeps it. */
  #earlier(id: number): Source | undefined {
    for (let number = numberOf(this.#path) - 1; number > 0; number--) {
      const earlier = withNumber(this.#path, number)
      const outcome = this.#parts.journal.valueOf(keyIn(earlier, numbered("task", id)), isOutcome)
      if (outcome) return outcome
    }
    return undefined
  }

  /** What an interrupted run had begun or ended is not taken back by a failure that the log shows beside it. */
  #isStarted(task: PlannedTask): boolean {
    const { journal } = this.#parts
    const key = this.#key(task)
    return [key, factKey(key, "intent"), factKey(key, "task.started")].some(
      (known) => journal.find(known) !== undefined,
    )
  }

  /** The first in plan order, by the log: a resumed run knows of failures before it gets to them. */
  #failedTask(): number | undefined {
    const { journal } = this.#parts
    return this.#tasks.find((task) => {
      const outcome = journal.valueOf(this.#key(task), isOutcome)
      return outcome !== undefined && outcome.status !== "done"
    })?.id
  }
}

function digestTokens(parts: RunParts, tasks: number): number {
  const { limits } = parts.environment
  const perRound = Math.min(limits.digest_tokens_per_round, contextLimit(parts, parts.model) * ROUND_SHARE)
  return Math.min(limits.digest_tokens_per_task, Math.floor(perRound / tasks))
}
