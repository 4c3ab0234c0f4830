import type { LogEntry } from "../../journal/run-store.ts"
import type { Environment } from "../../protocol/log/environment.ts"
import type { DurableEvent } from "../../protocol/log/event.ts"
import { isOfEnd, stageOfCall } from "../../protocol/log/key.ts"
import type { Limits } from "../../protocol/log/limits.ts"
import { Budget } from "../budget/budget.ts"
import { BudgetExceeded } from "../core/stops.ts"
import { Tally } from "../core/tally.ts"
import { promptMargin } from "../model-call/context-size.ts"
import { differenceOf, type RulingDifference } from "./difference.ts"
import { ShapeLimits } from "./shape-limits.ts"
import { comparableLimits } from "./stricter.ts"

/** A limit at the place where it was reached. */
export type LimitHit = {
  readonly limit: string
  /** The stage that was under way; empty outside all stages. */
  readonly stage: string
  readonly seq: number
  /** What was used by then; where only a part is cut short, what that part came to. */
  readonly used: number
  readonly allowed: number
  readonly epoch: number
  /** Whether the run ends with it; else only a part of it is cut short. */
  readonly ends: boolean
}

/**
 * Checks every recorded spend against other limits, in the order of the log: no model, no clock. What a run would have done
 * after its end nobody knows, so each epoch is looked at up to the first limit that ends it.
 */
export function replayBudgets(entries: readonly LogEntry[], limits: Partial<Limits>): RulingDifference<LimitHit> {
  const replay = new BudgetReplay(entries, limits)
  for (const entry of entries) replay.add(entry)
  return differenceOf(replay.fired, replay.recorded, (one, other) => one.limit === other.limit && one.seq === other.seq)
}

class BudgetReplay {
  readonly fired: LimitHit[] = []
  readonly recorded: LimitHit[] = []
  readonly #entries: readonly LogEntry[]
  readonly #changed: Partial<Limits>
  readonly #tally = new Tally()
  readonly #shapes: ShapeLimits
  #clock = { now: 0, lease: 0 }
  #budget: Budget | undefined
  #limits: Limits | undefined
  #stage = ""
  #hasEnded = false

  constructor(entries: readonly LogEntry[], changed: Partial<Limits>) {
    this.#entries = entries
    this.#changed = changed
    this.#shapes = new ShapeLimits(changed)
  }

  add(entry: LogEntry): void {
    const { record, lease } = entry
    this.#clock = { now: entry.at, lease: lease === 0 ? this.#clock.lease : lease }
    const event = record.kind === "event" ? record.event : undefined
    if (event?.type === "stage.started") this.#stage = event.stage
    this.#check(entry, event)
    this.#tally.add(entry)
    if (event?.type === "run.started" || event?.type === "run.resumed") this.#open(event.environment)
  }

  #open(environment: Environment): void {
    this.#limits = { ...environment.limits, ...this.#changed }
    const limits = comparableLimits(environment.limits, this.#changed)
    this.#budget = new Budget({ ...environment, limits }, this.#tally, () => this.#clock)
    this.#hasEnded = false
  }

  #check(entry: LogEntry, event: DurableEvent | undefined): void {
    if (event?.type === "limit.reached") this.#reached(entry, event)
    if (this.#hasEnded || !this.#budget) return
    const hit = this.#spent(this.#budget, entry, event)
    if (hit) {
      this.#hasEnded = true
      this.#fire(entry, hit, true)
    } else if (event) {
      for (const cut of this.#shapes.check(event, this.#tally.view.epoch)) this.#fire(entry, cut, false)
    }
  }

  /** The very checks of the engine, with what was recorded so far. */
  #spent(budget: Budget, entry: LogEntry, event: DurableEvent | undefined): BudgetExceeded | undefined {
    const forSummary = isOfEnd(entry.key)
    try {
      if (!forSummary) budget.requireTime()
      if (event?.type === "phases.planned") budget.requireIterations(1)
      if (event?.type === "stage.started" && event.iterations > 0) budget.requireIterations(event.iterations)
      if (event?.type === "model.called") this.#reserve(budget, entry, event)
    } catch (error) {
      if (error instanceof BudgetExceeded) return error
      throw error
    }
    return undefined
  }

  #reserve(budget: Budget, { key, seq }: LogEntry, { estimated, usage, max_output }: Called): void {
    const before = this.#entries.slice(0, seq - 1)
    const forSummary = isOfEnd(key)
    const prompt = (estimated ?? usage.prompt) * promptMargin(before)
    budget.reserve(key, budget.worstCase(prompt, forSummary, max_output), forSummary)
    budget.settle(key)
  }

  /** The spend that was refused is not in the log: a limit that is no higher refuses it as well. */
  #reached(entry: LogEntry, { limit, used, allowed }: Extract<DurableEvent, { type: "limit.reached" }>): void {
    this.recorded.push(this.#hit(entry, { limit, used, allowed }, true))
    const now = this.#limits?.[limit as keyof Limits] ?? null
    if (this.#hasEnded || now === null || now > allowed) return
    this.#hasEnded = true
    this.#fire(entry, { limit, used, allowed: now }, true)
  }

  #fire(entry: LogEntry, reached: Reached, ends: boolean): void {
    this.fired.push(this.#hit(entry, reached, ends))
  }

  #hit({ seq, key, record }: LogEntry, { limit, used, allowed }: Reached, ends: boolean): LimitHit {
    const isCall = record.kind === "event" && record.event.type === "model.called"
    const stage = isCall ? stageOfCall(key) : this.#stage
    return { limit, stage, seq, used, allowed, epoch: this.#tally.view.epoch, ends }
  }
}

type Called = Extract<DurableEvent, { type: "model.called" }>
type Reached = { readonly limit: string; readonly used: number; readonly allowed: number }
