import type { RunResult } from "../protocol/log/run.ts"
import { messageOf } from "../text/message-of.ts"
import { type BudgetWatch, isSharedLimit, SHARED_COST, SHARED_TIME } from "./budget.ts"
import { type CellLeft, type CellResult, cellResult, type EvalCell } from "./cell.ts"
import type { EvalGround } from "./ground.ts"
import { judge } from "./judging/judge.ts"
import { keepValue, keptValue } from "./kept-results.ts"
import { cellKey, type KnownJob } from "./keys.ts"
import type { Runner } from "./runner.ts"
import { giveBack, openFolder, type WorkFolder } from "./sources/work-folder.ts"

/** What one cell came to: a result, kept from before or new, or why there is none. */
export type CellEnd = { readonly result: CellResult; readonly isKept: boolean } | { readonly left: CellLeft }

/** What cells of one eval have in common. `isFresh`: what was kept does not count. */
export type EvalHouse = {
  readonly ground: EvalGround
  readonly runner: Runner
  readonly budget: BudgetWatch
  readonly isFresh: boolean
}

/** Brings a cell to its result from wherever it stands: kept, begun, or not begun at all. */
export async function carryCell(house: EvalHouse, known: KnownJob, cell: EvalCell): Promise<CellEnd> {
  const { ground, runner, budget, isFresh } = house
  const left = (kind: CellLeft["kind"], why: string): CellEnd => ({ left: { ...cell, kind, why } })
  try {
    const key = cellKey(known, cell, await runner.settings(cell, known.job))
    const kept = isFresh ? undefined : await keptValue(ground, "cells", key, cellResult())
    if (kept) return { result: { ...kept, ...cell, key }, isKept: true }
    if (ground.signal.aborted) return left("stopped", "it was stopped before it began")
    if (budget.reached !== undefined) return left("limit", `${LIMIT_WORDS[budget.reached]} before it began`)
    return await carryOut(house, known, cell, key)
  } catch (error) {
    if (ground.signal.aborted) return left("stopped", "it was stopped on its way; it goes on from there")
    return left("broken", messageOf(error))
  }
}

const LIMIT_WORDS: Readonly<Record<string, string>> = {
  [SHARED_COST]: "the budget was spent",
  [SHARED_TIME]: "the time was up",
}

async function carryOut(house: EvalHouse, known: KnownJob, cell: EvalCell, key: string): Promise<CellEnd> {
  const { ground, runner } = house
  const folder = await openFolder(ground, known, key, house.isFresh)
  try {
    const { result, runId } = await resultOf(house, known, cell, folder)
    if (isSharedLimit(result.limit)) {
      await giveBack(ground, key)
      return {
        left: { ...cell, kind: "limit", why: `${LIMIT_WORDS[result.limit ?? ""]} on its way; it goes on from there` },
      }
    }
    const patch = await runner.diff(cell, known.job, folder.path, runId)
    const { passed, checks } = await judge(ground, known, folder.path, { text: result.summary, value: result.answer })
    const value = { ...figuresOf(result), ...cell, key, ...claims(result, passed), checks: [...checks], patch }
    await keepValue(ground, "cells", key, value)
    await folder.leave()
    return { result: value, isKept: false }
  } catch (error) {
    await giveBack(ground, key)
    throw error
  }
}

/** A run that an earlier process began in the folder is gone on with; one that ended there is not asked again. */
async function resultOf(
  { ground, runner, budget }: EvalHouse,
  { job }: KnownJob,
  cell: EvalCell,
  { path, isFresh }: WorkFolder,
): Promise<{ readonly result: RunResult; readonly runId: string }> {
  const found = isFresh ? undefined : await runner.find(path)
  if (found?.isOver) {
    const result = await runner.result(found.id)
    if (!isSharedLimit(result.limit)) return { result, runId: found.id }
  }
  const run = await (found ? runner.resume(cell, job, path, found.id) : runner.begin(cell, job, path))
  const stopWatching = budget.watch(run)
  const stopListening = whenAborted(ground.signal, () => run.detach())
  try {
    // Nobody answers questions here: a run that waits is at its end.
    return { result: await run.result, runId: run.id }
  } finally {
    stopWatching()
    stopListening()
  }
}

function whenAborted(signal: AbortSignal, act: () => unknown): () => void {
  const listener = () => void act()
  if (signal.aborted) listener()
  signal.addEventListener("abort", listener)
  return () => signal.removeEventListener("abort", listener)
}

function claims({ outcome, verified }: RunResult, passed: boolean) {
  const isClaimed = outcome === "done"
  return { passed, done: isClaimed && passed, truthful: passed || !isClaimed, verified }
}

function figuresOf(result: RunResult) {
  const { run_id, outcome, reason, usage, limits, total_rounds, total_tasks, files, summary } = result
  return {
    run_id,
    outcome,
    reason,
    calls: usage.calls,
    prompt_tokens: usage.prompt,
    completion_tokens: usage.completion,
    cached_tokens: usage.cached,
    cost: usage.cost,
    time_ms: limits.used.time_ms ?? 0,
    rounds: total_rounds,
    tasks: total_tasks,
    files: files.length,
    answer: summary,
  }
}
