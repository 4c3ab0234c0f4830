import { worstCost } from "../model/prices.ts"
import type { Environment, Price } from "../protocol/environment.ts"
import type { Limits } from "../protocol/limits.ts"
import { BudgetExceeded } from "./stops.ts"
import type { Tally } from "./tally.ts"

/** What one model call may cost at most. */
export type Spend = { readonly prompt: number; readonly completion: number }

/** A reply's upper bound where nobody set one. */
export const ASSUMED_COMPLETION = 8192

/**
 * Says no before a limit is passed.
 *
 * B1 Every check counts what is recorded plus what is under way, so that branches can't overspend together.
 * B2 The reserve is out of reach until the summary, which alone may spend it.
 */
export class Budget {
  readonly limits: Limits
  readonly #price: Price | null
  readonly #tally: Tally
  readonly #clock: () => { now: number; lease: number }
  /** What calls under way may come to, by their keys. */
  readonly #held = new Map<string, Spend>()

  constructor(environment: Environment, tally: Tally, clock: () => { now: number; lease: number }) {
    this.limits = environment.limits
    this.#price = environment.price
    this.#tally = tally
    this.#clock = clock
  }

  /** Call before a stage that counts `wanted` iterations. */
  requireIterations(wanted: number): void {
    this.requireTime()
    this.#require("max_iterations", this.#tally.view.iterations, wanted, this.limits.max_iterations)
  }

  requireTime(): void {
    const { now, lease } = this.#clock()
    this.#require("max_time_ms", this.#tally.activeMs(now, lease), 0, this.limits.max_time_ms)
  }

  /** Milliseconds of active time that are left. */
  remainingMs(): number {
    const { now, lease } = this.#clock()
    return this.limits.max_time_ms - this.#tally.activeMs(now, lease)
  }

  /** Holds the call's worst case until `settle`; throws instead when it doesn't fit. */
  reserve(key: string, spend: Spend, forSummary = false): void {
    this.#checkCall(spend, forSummary)
    this.#held.set(key, spend)
  }

  /** To be called in the moment in which the call is recorded, lest it count twice or not at all; again, it does nothing. */
  settle(key: string): void {
    this.#held.delete(key)
  }

  /** The longest reply that a call may ask for; `undefined` where nothing depends on it. */
  replyLimit(forSummary: boolean): number | undefined {
    const { max_cost, max_completion_tokens, reserve_tokens } = this.limits
    if (max_cost === null && max_completion_tokens === null) return undefined
    return forSummary && reserve_tokens > 0 ? Math.min(ASSUMED_COMPLETION, reserve_tokens) : ASSUMED_COMPLETION
  }

  /** The most that a call with so large a prompt can come to. */
  worstCase(prompt: number, forSummary: boolean): Spend {
    return { prompt: Math.ceil(prompt), completion: this.replyLimit(forSummary) ?? ASSUMED_COMPLETION }
  }

  #checkCall(spend: Spend, forSummary: boolean): void {
    const { usage } = this.#tally.view
    const keep = forSummary
      ? { calls: 0, tokens: 0 }
      : { calls: this.limits.reserve_calls, tokens: this.limits.reserve_tokens }
    if (!forSummary) this.requireTime()
    const held = this.#heldSpend()
    this.#require("max_model_calls", usage.calls + this.#held.size, 1 + keep.calls, this.limits.max_model_calls)
    this.#require(
      "max_prompt_tokens",
      usage.prompt + held.prompt,
      spend.prompt + keep.tokens,
      this.limits.max_prompt_tokens,
    )
    this.#require(
      "max_completion_tokens",
      usage.completion + held.completion,
      spend.completion + keep.tokens,
      this.limits.max_completion_tokens,
    )
    this.#checkCost(spend, held, keep.tokens)
  }

  #heldSpend(): Spend {
    return [...this.#held.values()].reduce(
      (sum, spend) => ({ prompt: sum.prompt + spend.prompt, completion: sum.completion + spend.completion }),
      { prompt: 0, completion: 0 },
    )
  }

  #checkCost(spend: Spend, held: Spend, keepTokens: number): void {
    if (this.limits.max_cost === null || this.#price === null) return
    const worst = this.#cost({ prompt: spend.prompt + keepTokens, completion: spend.completion + keepTokens })
    this.#require("max_cost", (this.#tally.view.usage.cost ?? 0) + this.#cost(held), worst, this.limits.max_cost)
  }

  #cost({ prompt, completion }: Spend): number {
    return worstCost(prompt, completion, this.#price) ?? 0
  }

  #require(limit: string, used: number, wanted: number, allowed: number | null): void {
    if (allowed !== null && used + wanted > allowed) throw new BudgetExceeded(limit, used, allowed)
  }
}
