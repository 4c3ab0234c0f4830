import { messageOf } from "../text/message-of.ts"
import { BudgetWatch, type EvalBudget } from "./budget.ts"
import { type CellEnd, carryCell, type EvalHouse } from "./carry-cell.ts"
import type { CellLeft, CellResult, EvalCell, JobControl } from "./cell.ts"
import type { EvalGround } from "./ground.ts"
import type { Job, JobSet } from "./job.ts"
import { JobError } from "./job-error.ts"
import { controlled } from "./judging/control.ts"
import { type KnownJob, knownJob } from "./keys.ts"
import type { Runner } from "./runner.ts"

/** What is to be run, and how much of it at once. */
export type EvalPlan = {
  readonly set: JobSet
  readonly models: readonly string[]
  readonly strategies: readonly string[]
  readonly repeats: number
  readonly concurrency: number
  readonly budget: EvalBudget
  /** What was kept from before does not count. */
  readonly isFresh: boolean
}

/** What happens on the way, for whoever waits. */
export type EvalProgress =
  | { readonly type: "controlled"; readonly control: JobControl }
  | { readonly type: "cell"; readonly end: CellEnd; readonly number: number; readonly of: number }

/** What came of an eval. */
export type EvalResults = {
  readonly name: string
  readonly controls: readonly JobControl[]
  readonly cells: readonly CellResult[]
  /** What has no result, and why. */
  readonly left: readonly CellLeft[]
  /** Dollars that this time took; what was kept cost nothing. */
  readonly spent: number
}

/**
 * Runs every job with every model and strategy, and judges what came of it. Said again it goes on where it was: what is kept is read,
 * runs that were broken off go on where their logs end.
 */
export async function runEval(
  plan: EvalPlan,
  ground: EvalGround,
  runner: Runner,
  tell: (progress: EvalProgress) => void = () => {},
): Promise<EvalResults> {
  const known = await Promise.all(plan.set.jobs.map((job) => knowing(ground, job)))
  const controls = await sideBySide(known, plan.concurrency, async (one) => {
    const control = "why" in one ? one : await controlled(ground, one)
    tell({ type: "controlled", control })
    return control
  })
  const counting = known.filter((one, index): one is KnownJob => !("why" in one) && (controls[index]?.counts ?? false))
  const cells = cellsOf(counting, plan)
  const house: EvalHouse = { ground, runner, budget: new BudgetWatch(plan.budget), isFresh: plan.isFresh }
  let number = 0
  try {
    const ends = await sideBySide(cells, plan.concurrency, async ({ known: job, cell }) => {
      const end = await carryCell(house, job, cell)
      tell({ type: "cell", end, number: ++number, of: cells.length })
      return end
    })
    return {
      name: plan.set.name,
      controls,
      cells: ends.flatMap((end) => ("result" in end ? [end.result] : [])),
      left: ends.flatMap((end) => ("left" in end ? [end.left] : [])),
      spent: house.budget.spent,
    }
  } finally {
    house.budget.close()
  }
}

/** A job whose repository can't be reached is left out; the others are not. */
async function knowing(ground: EvalGround, job: Job): Promise<KnownJob | JobControl> {
  if (job.unfit !== undefined) return { job: job.name, counts: false, nothing: null, solution: null, why: job.unfit }
  try {
    return await knownJob(ground, job)
  } catch (error) {
    if (!(error instanceof JobError || ground.signal.aborted)) throw error
    return { job: job.name, counts: false, nothing: null, solution: null, why: messageOf(error) }
  }
}

/** Every first try before any second one: who looks early has something of everything. */
function cellsOf(counting: readonly KnownJob[], { models, strategies, repeats }: EvalPlan) {
  const tries = Array.from({ length: repeats }, (_, index) => index + 1)
  const pairs = models.flatMap((model) => strategies.map((strategy) => ({ model, strategy })))
  return tries.flatMap((repeat) =>
    counting.flatMap((known) =>
      pairs.map((pair) => ({ known, cell: { job: known.job.name, ...pair, repeat } satisfies EvalCell })),
    ),
  )
}

/** At most so many at once; results in the order of the items. */
async function sideBySide<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}
