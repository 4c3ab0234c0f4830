import type { EvalRun } from "./runner.ts"

/** The limits of runs together; a run that one of them ended goes on when there is more. */
export const SHARED_COST = "shared_cost"
export const SHARED_TIME = "shared_time"

/** Whether a run ended by what it shared with others, and not by itself: it goes on when there is more. */
export function isSharedLimit(limit: string | undefined): boolean {
  return limit === SHARED_COST || limit === SHARED_TIME
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
  #reached: typeof SHARED_COST | typeof SHARED_TIME | undefined

  constructor(budget: EvalBudget) {
    this.#budget = budget
    this.#ends = budget.ms === null ? Number.POSITIVE_INFINITY : Date.now() + budget.ms
    if (budget.ms !== null) this.#timer = setTimeout(() => this.#reach(SHARED_TIME), budget.ms)
    this.#timer?.unref()
  }

  /** What is used up, if anything is. */
  get reached(): string | undefined {
    if (Date.now() >= this.#ends) this.#reached ??= SHARED_TIME
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
      if (this.#budget.cost !== null && this.#spent >= this.#budget.cost) this.#reach(SHARED_COST)
    })
    return () => {
      this.#runs.delete(run)
      stop()
    }
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #reach(limit: typeof SHARED_COST | typeof SHARED_TIME): void {
    this.#reached ??= limit
    const { cost, ms } = this.#budget
    const allowed = (limit === SHARED_COST ? cost : ms) ?? 0
    for (const run of this.#runs.keys()) run.reachLimit(limit, limit === SHARED_COST ? this.#spent : allowed, allowed)
  }
}
