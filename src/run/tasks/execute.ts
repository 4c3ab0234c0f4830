import type { PlannedTask } from "../../protocol/log/control.ts"
import { once } from "../../text/once.ts"
import { pathsOf } from "../../tools/subject.ts"
import { mayChangeFiles, taskTools } from "../constraints/task-rules.ts"
import type { Conversation } from "../context/conversation.ts"
import { type ShownOutcome, showResults } from "../context/show-results.ts"
import type { RunParts } from "../core/run-parts.ts"
import { WorkspaceGone } from "../core/stops.ts"
import { type CheckReport, NO_REPORT } from "../verification/check-report.ts"
import { BatchCheckpoints } from "../verification/checkpoint.ts"
import { passWithWord } from "../verification/checkpoint-progress.ts"
import { knownChecks } from "../verification/known-checks.ts"
import { verify } from "../verification/verify.ts"
import { type BatchOptions, runBatch } from "./batch.ts"
import type { TaskOutcome } from "./run-task.ts"

/** How a batch of tasks is carried out. */
export type ExecuteOptions = BatchOptions & {
  /** Where the results are going to stand: what stands there whole already is not shown again. */
  readonly showIn?: Conversation
  /** True: where the batch changed something, the project's checks run before anybody else gets the workspace. */
  readonly verify?: boolean
}

/** What came of a batch: its tasks in plan order, what the checks say of the result, and what else the model must know. */
export type Executed = {
  readonly outcomes: readonly ShownOutcome[]
  readonly checks: CheckReport
  readonly notes: readonly string[]
}

/**
 * Carries out a plan: ready tasks side by side, what depends on a failure is skipped, the rest goes on.
 * A task that waits for the user holds back only what depends on it, until the others are done. A batch that may write
 * has the workspace for itself, from the checkpoint before it to the checks after it.
 */
export async function executeTasks(
  parts: RunParts,
  path: string,
  tasks: readonly PlannedTask[],
  options: ExecuteOptions = {},
): Promise<Executed> {
  const carriedOut = await carryOut(parts, path, tasks, options)
  const { outcomes } = carriedOut
  return { ...carriedOut, outcomes: showResults(parts, path, { tasks, outcomes, conversation: options.showIn }) }
}

type CarriedOut = Omit<Executed, "outcomes"> & { readonly outcomes: readonly TaskOutcome[] }

async function carryOut(
  parts: RunParts,
  path: string,
  tasks: readonly PlannedTask[],
  options: ExecuteOptions,
): Promise<CarriedOut> {
  if (mayWrite(parts, tasks)) {
    return passWithWord(parts, () => executeAlone(parts, path, tasks, options))
  }
  const outcomes = await runBatch(parts, path, tasks, options)
  if (outcomes.some(({ status }) => status !== "done")) await needWorkspace(parts)
  return { outcomes, checks: NO_REPORT, notes: [] }
}

/** One look for every strategy, after a batch that failed or wrote: tools alone would only fail one by one, for the model to wonder at. */
async function needWorkspace({ workspace }: RunParts): Promise<void> {
  if (!(await workspace.isThere())) throw new WorkspaceGone(workspace.root)
}

async function executeAlone(
  parts: RunParts,
  path: string,
  tasks: readonly PlannedTask[],
  options: ExecuteOptions,
): Promise<CarriedOut> {
  const checkpoints = new BatchCheckpoints(parts, path, writtenPaths(parts, tasks))
  await checkpoints.open()
  const own = { ...parts, beforeWriting: once(() => lookForChecks(parts)) }
  const outcomes = await runBatch(own, path, tasks, options).catch(async (error) => {
    await checkpoints.interrupt()
    throw error
  })
  const { changes, notes } = await checkpoints.close()
  await needWorkspace(parts)
  const hasChanged = changes.length > 0 || outcomes.some((outcome) => outcome.changes.length > 0)
  if (!options.verify || !hasChanged) return { outcomes, checks: NO_REPORT, notes }
  return { outcomes, checks: await verify(parts, path, "round"), notes }
}

/** What the project is checked by is found before the run can change it. */
async function lookForChecks(parts: RunParts): Promise<void> {
  if (parts.environment.verify !== "off") await knownChecks(parts)
}

/** The files that the batch's own tools name; what a command writes nobody knows before. */
function writtenPaths(parts: RunParts, tasks: readonly PlannedTask[]): string[] {
  const tools = taskTools(parts)
  return tasks.flatMap(({ tool: name, arguments: input }) => {
    const tool = tools.get(name)
    const parsed = tool?.access === "write" ? tool.input.safeParse(input) : undefined
    try {
      return tool && parsed?.success
        ? (pathsOf(tool, parsed.data) ?? []).map((path) => parts.workspace.normalise(path))
        : []
    } catch {
      return []
    }
  })
}

/** What others say of their programs does not decide what is the run's: it is looked at. */
function mayWrite(parts: RunParts, tasks: readonly PlannedTask[]): boolean {
  const tools = taskTools(parts)
  return tasks.some(({ tool: name, arguments: input }) => {
    const tool = tools.get(name)
    return tool !== undefined && (tool.isForeign === true || mayChangeFiles(tool, input))
  })
}
