import type { EvalRun } from "./runner.ts"

/** The limits that an eval ends its runs by; a run that one of them ended goes on when there is more. */
export const EVAL_COST = "eval_budget"
export const EVAL_TIME = "eval_time"

/** Whether a run ended by what it shared with others, and not by itself: it goes on when there is more. */
export function isSharedLimit(limit: string | undefined): boolean {
  return limit === EVAL_COST || limit === EVAL_TIME
}

/** What all runs of an eval together may take; `null`: as much as they like. */
export type EvalBudget = { readonly cost: number | null; readonly ms: number | null }

/** Watches over money and time of runs that go on side by side. */
export class BudgetWatch {
  readonly #budget: EvalBudget
  readonly #runs = new Map<EvalRun, number>()
  readonly #ends: number
  #timer: NodeJS.Timeout | undefined
  #spent = 0
  #reached: typeof EVAL_COST | typeof EVAL_TIME | undefined

  constructor(budget: EvalBudget) {
    this.#budget = budget
    this.#ends = budget.ms === null ? Number.POSITIVE_INFINITY : Date.now() + budget.ms
    if (budget.ms !== null) this.#timer = setTimeout(() => this.#reach(EVAL_TIME), budget.ms)
    this.#timer?.unref()
  }

  /** What is used up, if anything is. */
  get reached(): string | undefined {
    if (Date.now() >= this.#ends) this.#reached ??= EVAL_TIME
    return this.#reached
  }

  /** Dollars, of all runs that were watched; of a run that was gone on with, all that it cost. */
  get spent(): number {
    return this.#spent
  }

  /** Counts what a run spends, until the returned function is called. */
  watch(run: EvalRun): () => void {
    this.#runs.set(run, 0)
    const stop = run.onEvent(({ event }) => {
      if (event.type !== "model.called" || event.cost === null) return
      this.#spent += event.cost
      if (this.#budget.cost !== null && this.#spent >= this.#budget.cost) this.#reach(EVAL_COST)
    })
    return () => {
      this.#runs.delete(run)
      stop()
    }
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #reach(limit: typeof EVAL_COST | typeof EVAL_TIME): void {
    this.#reached ??= limit
    const { cost, ms } = this.#budget
    const allowed = (limit === EVAL_COST ? cost : ms) ?? 0
    for (const run of this.#runs.keys()) run.reachLimit(limit, limit === EVAL_COST ? this.#spent : allowed, allowed)
  }
}
