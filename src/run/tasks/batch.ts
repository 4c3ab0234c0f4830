import type { PlannedTask } from "../../protocol/log/control.ts"
import { factKey, keyIn, numbered, numberOf, withNumber } from "../../protocol/log/key.ts"
import { taskTools } from "../constraints/task-rules.ts"
import type { RunParts } from "../core/run-parts.ts"
import { RunWaiting } from "../core/stops.ts"
import { TimeLimit } from "../core/time-limit.ts"
import { isCommand, type Lookout, leavesMachine } from "../plans/footprint.ts"
import { runGraph } from "../plans/graph.ts"
import { orderTasks } from "../plans/task-order.ts"
import { type ResultSource, resolveReferences } from "../plans/task-references.ts"
import type { NumberedTask } from "./intent.ts"
import { isOutcome, runTask, skipTask, type TaskOutcome } from "./run-task.ts"

/** How a batch is cut short; without them every task gets its turn. */
export type BatchOptions = {
  /** After the first task that does not succeed nothing new starts; what runs is waited for. */
  readonly stopOnFailure?: boolean
  /** Active time for the whole batch: what runs then is aborted, the rest does not start. */
  readonly timeLimitMs?: number
}

/** Runs the graph of a batch; outcomes come back in plan order, one for each task. */
export async function runBatch(
  parts: RunParts,
  path: string,
  tasks: readonly PlannedTask[],
  options: BatchOptions = {},
): Promise<TaskOutcome[]> {
  const lookout: Lookout = { tools: taskTools(parts), normalise: (path) => parts.workspace.identify(path) }
  const line = orderTasks(tasks, lookout)
  const commands = line.filter(({ task }) => isCommand(task, lookout)).map(({ id }) => id)
  const outward = new Set(line.filter(({ task }) => leavesMachine(task, lookout)).map(({ id }) => id))
  const batch = new Batch(parts, path, { tasks, commands, outward, ...options })
  await runGraph(
    line,
    parts.environment.limits.parallel_tasks,
    ({ task }) => batch.run(task),
    (error) => error instanceof RunWaiting,
  )
  return batch.outcomes()
}

/** By id. `commands`: in the order in which they run. `outward`: what does not run after one of them has failed. */
type Plan = BatchOptions & {
  readonly tasks: readonly PlannedTask[]
  readonly commands: readonly number[]
  readonly outward: ReadonlySet<number>
}

class Batch {
  readonly #parts: RunParts
  readonly #path: string
  readonly #tasks: readonly PlannedTask[]
  readonly #commands: readonly number[]
  readonly #outward: ReadonlySet<number>
  readonly #stopOnFailure: boolean
  readonly #limit: TimeLimit | undefined
  readonly #ended = new Map<number, TaskOutcome>()
  /** The number of its first task in the run. */
  readonly #first: number

  constructor(parts: RunParts, path: string, { tasks, commands, outward, timeLimitMs, stopOnFailure = false }: Plan) {
    this.#limit = timeLimitMs === undefined ? undefined : new TimeLimit(timeLimitMs, parts.clock)
    this.#parts = this.#limit ? { ...parts, roundLimit: this.#limit } : parts
    this.#path = path
    this.#tasks = tasks
    this.#commands = commands
    this.#outward = outward
    this.#stopOnFailure = stopOnFailure
    this.#first = parts.tally.takeNumbers(tasks.map((task) => this.#key(task)))
  }

  async run(task: PlannedTask): Promise<void> {
    const numbered = { ...task, number: this.#number(task.id) }
    this.#ended.set(task.id, await this.#carryOut(numbered, this.#key(task)))
  }

  async #carryOut(task: NumberedTask, key: string): Promise<TaskOutcome> {
    const reason = this.#whyNot(task)
    if (reason !== undefined) return skipTask(this.#parts, key, task, `Not run: ${reason}.`)
    const given = resolveReferences(task.arguments, (id) => this.#source(id))
    if (!given.ok) return skipTask(this.#parts, key, task, `Not run: ${given.reason}.`)
    return runTask(this.#parts, key, task, given.readings)
  }

  #number(id: number): number {
    return this.#first + this.#tasks.findIndex((task) => task.id === id)
  }

  outcomes(): TaskOutcome[] {
    return this.#tasks.flatMap((task) => this.#ended.get(task.id) ?? [])
  }

  #key(task: PlannedTask): string {
    return keyIn(this.#path, numbered("task", task.id))
  }

  #whyNot(task: PlannedTask): string | undefined {
    const missing = task.depends_on.filter((id) => this.#ended.has(id) && this.#ended.get(id)?.status !== "done")
    if (missing.length > 0)
      return `task ${missing.map((id) => this.#number(id)).join(", ")}, which it depends on, did not succeed`
    if (this.#isStarted(task)) return undefined
    if (this.#limit?.isOver) return `the round's limit of ${this.#limit.limitMs / 1000} s was over`
    const failed = this.#stopOnFailure ? this.#failedTask() : undefined
    if (failed !== undefined) return `task ${this.#number(failed)} did not succeed, which stops the round`
    const command = this.#failedCommandBefore(task)
    return command === undefined
      ? undefined
      : `task ${this.#number(command)}, a command before it, did not succeed, and this one reaches outside of this machine`
  }

  /** The first that did not succeed, for what reaches outside; commands run one after another, so those before this one have ended. */
  #failedCommandBefore({ id }: PlannedTask): number | undefined {
    if (!this.#outward.has(id)) return undefined
    const before = this.#commands.slice(0, Math.max(0, this.#commands.indexOf(id)))
    return before.find((other) => this.#ended.has(other) && this.#ended.get(other)?.status !== "done")
  }

  #source(id: number): ResultSource | undefined {
    const isHere = this.#tasks.some((task) => task.id === id)
    return isHere ? this.#ended.get(id) : this.#earlier(id)
  }

  /** A task of an earlier round: the newest that has the number, since a retry keeps it. */
  #earlier(id: number): ResultSource | undefined {
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
