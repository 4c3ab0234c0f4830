import { worstCost } from "../../model/endpoints/prices.ts"
import type { Environment, Price } from "../../protocol/log/environment.ts"
import type { Limits } from "../../protocol/log/limits.ts"
import { BudgetExceeded } from "../core/stops.ts"
import type { Tally } from "../core/tally.ts"

/** What one model call may cost at most. */
export type Spend = { readonly prompt: number; readonly completion: number }

/** What a reply is reckoned with where nothing else bounds it. */
export const ASSUMED_COMPLETION = 8192
/** The longest reply that is ever asked for; thoughts count in it. */
export const LONGEST_REPLY = 32_000
/** Which part of what is left one call may take, so that those beside it get theirs. */
const FAIR_SHARE = 1 / 8

/** Which part of a run's time is kept back for its summary, and how much at most. */
const SUMMARY_SHARE = 1 / 5
const LONGEST_SUMMARY_MS = 15_000

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
  readonly #clock: () => { now: number; lease: number; openedAt?: number }
  /** When the end must be over, in active time; set when it begins. */
  #endsAt: number | undefined
  /** What calls under way may come to, by their keys. */
  readonly #held = new Map<string, Spend>()

  constructor(environment: Environment, tally: Tally, clock: () => { now: number; lease: number; openedAt?: number }) {
    this.limits = environment.limits
    this.#price = environment.price
    this.#tally = tally
    this.#clock = clock
  }

  /** Call before a stage that counts `wanted` iterations. */
  requireIterations(wanted: number): void {
    this.requireTime()
    this.#require("max_iterations", this.#tally.current.iterations, wanted, this.limits.max_iterations)
  }

  /** Whether so many iterations are left, and time for them. */
  allowsIterations(wanted: number): boolean {
    return this.remainingMs() > 0 && this.#tally.current.iterations + wanted <= this.limits.max_iterations
  }

  /** An iteration takes a call; none is left when the time is up. */
  get iterationsLeft(): number {
    if (this.remainingMs() <= 0) return 0
    const { iterations, usage } = this.#tally.current
    const { max_iterations, max_model_calls, reserve_calls } = this.limits
    const calls = max_model_calls - reserve_calls - usage.calls - this.#held.size
    return Math.max(0, Math.min(max_iterations - iterations, calls))
  }

  /** Throws once only the summary's share of the time is left. */
  requireTime(): void {
    if (this.remainingMs() < 0) throw this.timeIsUp()
  }

  /** Milliseconds of active time that are left for the work. */
  remainingMs(): number {
    return this.limits.max_time_ms - this.#summaryMs - this.#activeMs()
  }

  timeIsUp(): BudgetExceeded {
    return new BudgetExceeded("max_time_ms", this.#activeMs(), this.limits.max_time_ms)
  }

  /** Milliseconds for the whole of an end: what is left of the run's time, and half its share where the work took that too. */
  endingMs(): number {
    const active = this.#activeMs()
    this.#endsAt ??= Math.max(this.limits.max_time_ms, active + this.#summaryMs / 2)
    return Math.max(0, this.#endsAt - active)
  }

  get #summaryMs(): number {
    return Math.min(LONGEST_SUMMARY_MS, this.limits.max_time_ms * SUMMARY_SHARE)
  }

  #activeMs(): number {
    const { now, lease, openedAt } = this.#clock()
    return this.#tally.activeMs(now, lease, openedAt)
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

  /** The longest reply that a call may ask for. `room` is what the model's window leaves it. */
  replyLimit(forSummary: boolean, room = LONGEST_REPLY): number {
    const { reserve_tokens } = this.limits
    if (!this.#limitsReplies) return Math.min(LONGEST_REPLY, room)
    if (forSummary && reserve_tokens > 0) return Math.min(ASSUMED_COMPLETION, room, reserve_tokens)
    const share = Math.max(ASSUMED_COMPLETION, Math.floor(FAIR_SHARE * this.#affordable()))
    return Math.min(LONGEST_REPLY, room, share)
  }

  /** The most that a call with so large a prompt can come to. */
  worstCase(prompt: number, forSummary: boolean, room = ASSUMED_COMPLETION): Spend {
    return { prompt: Math.ceil(prompt), completion: this.replyLimit(forSummary, room) }
  }

  /**
   * Called while a reply comes, with what it has come to: throws as soon as it passes a limit. Endpoints that keep to the length they
   * were asked for never get there, since that was reserved.
   */
  requireOutput(key: string, spent: Spend, forSummary: boolean): void {
    if (!this.#limitsReplies) return
    const { usage } = this.#tally.current
    const keep = forSummary ? 0 : this.limits.reserve_tokens
    const others = this.#heldSpend(key)
    const completion = usage.completion + others.completion + spent.completion
    this.#require("max_completion_tokens", completion, keep, this.limits.max_completion_tokens)
    if (this.limits.max_cost === null || this.#price === null) return
    const cost = (usage.cost ?? 0) + this.#cost(others) + this.#cost(spent)
    this.#require("max_cost", cost, this.#cost({ prompt: keep, completion: keep }), this.limits.max_cost)
  }

  get #limitsReplies(): boolean {
    return this.limits.max_cost !== null || this.limits.max_completion_tokens !== null
  }

  /** The tokens of replies that are still to be had, if nothing else is bought. */
  #affordable(): number {
    const { max_completion_tokens, max_cost, reserve_tokens } = this.limits
    const { usage } = this.#tally.current
    const held = this.#heldSpend()
    const tokens = (max_completion_tokens ?? Number.POSITIVE_INFINITY) - usage.completion - held.completion
    const perToken = this.#cost({ prompt: 0, completion: 1 })
    const money = (max_cost ?? Number.POSITIVE_INFINITY) - (usage.cost ?? 0) - this.#cost(held)
    return Math.min(tokens, perToken > 0 ? money / perToken : Number.POSITIVE_INFINITY) - reserve_tokens
  }

  #checkCall(spend: Spend, forSummary: boolean): void {
    const { usage } = this.#tally.current
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

  /** What is under way, beside the call with this key. */
  #heldSpend(except?: string): Spend {
    const held = [...this.#held].flatMap(([key, spend]) => (key === except ? [] : [spend]))
    return held.reduce(
      (sum, spend) => ({ prompt: sum.prompt + spend.prompt, completion: sum.completion + spend.completion }),
      { prompt: 0, completion: 0 },
    )
  }

  #checkCost(spend: Spend, held: Spend, keepTokens: number): void {
    if (this.limits.max_cost === null || this.#price === null) return
    const worst = this.#cost({ prompt: spend.prompt + keepTokens, completion: spend.completion + keepTokens })
    this.#require("max_cost", (this.#tally.current.usage.cost ?? 0) + this.#cost(held), worst, this.limits.max_cost)
  }

  #cost({ prompt, completion }: Spend): number {
    return worstCost(prompt, completion, this.#price) ?? 0
  }

  #require(limit: string, used: number, wanted: number, allowed: number | null): void {
    if (allowed !== null && used + wanted > allowed) throw new BudgetExceeded(limit, used, allowed)
  }
}
