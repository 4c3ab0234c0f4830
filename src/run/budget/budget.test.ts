import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Journal } from "../../journal/journal.ts"
import { MemoryStore } from "../../journal/memory-store.ts"
import { currentOwner } from "../../journal/owner.ts"
import { costOf } from "../../model/endpoints/prices.ts"
import { Environment } from "../../protocol/log/environment.ts"
import type { DurableEvent } from "../../protocol/log/event.ts"
import { type LimitOptions, Limits } from "../../protocol/log/limits.ts"
import { BudgetExceeded } from "../core/stops.ts"
import { Tally } from "../core/tally.ts"
import { ASSUMED_COMPLETION, Budget, LONGEST_REPLY, type Spend } from "./budget.ts"

const PRICE = { prompt: 1_000_000, completion: 2_000_000 }
const START = 1000

function environment(limits: LimitOptions): Environment {
  return Environment.parse({
    date: "2026-11-15",
    platform: "linux",
    workspace: "/w",
    instructions: "",
    language: "en",
    model: "m",
    price: PRICE,
    tools: [],
    approve: "full",
    limits: Limits.parse(limits),
    settings: {},
  })
}

/** A budget over a log that is written by hand. */
function budgetWith(limits: LimitOptions) {
  const tally = new Tally()
  const clock = { now: START, lease: 1 }
  const budget = new Budget(environment(limits), tally, () => clock)
  let seq = 0
  const log = (event: DurableEvent, at = START) =>
    tally.add({ seq: ++seq, key: `k${seq}`, at, lease: 1, record: { kind: "event", event } })
  const call = (usage: Spend) =>
    log({
      type: "model.called",
      control: "c",
      rung: "named",
      attempt: 1,
      usage: { ...usage, cached: 0 },
      cost: costOf({ ...usage, cached: 0 }, PRICE),
      ms: 0,
      repeated: 0,
    })
  log({ type: "state.changed", state: "EXECUTING" })
  return { budget, clock, log, call }
}

function stopOf(work: () => void): { limit: string; used: number; allowed: number } | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error
    const { limit, used, allowed } = error
    return { limit, used, allowed }
  }
}

const NONE = { reserve_calls: 0, reserve_tokens: 0 }

describe("each limit", () => {
  it("of iterations counts what stages took", () => {
    const { budget, log } = budgetWith({ max_iterations: 4 })
    log({ type: "stage.started", stage: "s", kind: "round", title: "", iterations: 3 })
    expect(stopOf(() => budget.requireIterations(1))).toBeUndefined()
    expect(stopOf(() => budget.requireIterations(2))).toEqual({ limit: "max_iterations", used: 3, allowed: 4 })
  })

  it("of time counts active time", () => {
    const { budget, clock } = budgetWith({ max_time_ms: 100 })
    clock.now += 80
    expect([stopOf(() => budget.requireTime()), budget.remainingMs()]).toEqual([undefined, 0])
    clock.now += 1
    const over = { limit: "max_time_ms", used: 81, allowed: 100 }
    expect(stopOf(() => budget.requireTime())).toEqual(over)
    expect(stopOf(() => budget.reserve("a", { prompt: 0, completion: 0 }))).toEqual(over)
    expect(stopOf(() => budget.reserve("a", { prompt: 0, completion: 0 }, true))).toBeUndefined()
  })

  it("of time keeps a share for the end, once, and at most 15 s", () => {
    const { budget, clock } = budgetWith({ max_time_ms: 100 })
    clock.now += 95
    expect(budget.endingMs()).toBe(10)
    clock.now += 6
    expect(budget.endingMs()).toBe(4)
    expect(budgetWith({ max_time_ms: 3_600_000 }).budget.remainingMs()).toBe(3_585_000)
  })

  it.each<[string, LimitOptions, Spend]>([
    ["max_prompt_tokens", { max_prompt_tokens: 100 }, { prompt: 41, completion: 0 }],
    ["max_completion_tokens", { max_completion_tokens: 100 }, { prompt: 0, completion: 41 }],
    ["max_cost", { max_cost: 100 }, { prompt: 41, completion: 0 }],
    ["max_cost", { max_cost: 200 }, { prompt: 0, completion: 71 }],
  ])("of %s refuses what could pass it", (limit, limits, spend) => {
    const { budget, call } = budgetWith({ ...NONE, ...limits })
    call({ prompt: 60, completion: limit === "max_cost" ? 0 : 60 })
    const less = { prompt: Math.max(0, spend.prompt - 1), completion: Math.max(0, spend.completion - 1) }
    expect(stopOf(() => budget.reserve("a", less))).toBeUndefined()
    budget.settle("a")
    expect(stopOf(() => budget.reserve("a", spend))?.limit).toBe(limit)
  })

  it("of calls keeps the reserve out of reach until the summary", () => {
    const { budget, call } = budgetWith({ max_model_calls: 2 })
    const nothing = { prompt: 0, completion: 0 }
    call(nothing)
    expect(stopOf(() => budget.reserve("a", nothing))).toEqual({ limit: "max_model_calls", used: 1, allowed: 2 })
    expect(stopOf(() => budget.reserve("a", nothing, true))).toBeUndefined()
  })

  it("of tokens and money keeps the reserve back too", () => {
    const { budget } = budgetWith({ max_prompt_tokens: 100, max_cost: 1000, reserve_tokens: 50 })
    expect(stopOf(() => budget.reserve("a", { prompt: 51, completion: 0 }))?.limit).toBe("max_prompt_tokens")
    expect(stopOf(() => budget.reserve("a", { prompt: 0, completion: 426 }))?.limit).toBe("max_cost")
    expect(stopOf(() => budget.reserve("a", { prompt: 100, completion: 0 }, true))).toBeUndefined()
  })
})

describe("replyLimit", () => {
  it("is what the window leaves, up to the longest reply that is ever asked for", () => {
    const { budget } = budgetWith({})
    expect([budget.replyLimit(false), budget.replyLimit(false, 1600)]).toEqual([LONGEST_REPLY, 1600])
  })

  it("keeps to what is left of the budget, and lets the summary live within its reserve", () => {
    const limited = budgetWith({ max_cost: 1, reserve_tokens: 4000 }).budget
    expect([limited.replyLimit(false), limited.replyLimit(true)]).toEqual([ASSUMED_COMPLETION, 4000])
    expect(budgetWith({ max_completion_tokens: 1, reserve_tokens: 0 }).budget.replyLimit(true)).toBe(ASSUMED_COMPLETION)
  })

  it("takes no more than a fair share of a large budget, of which calls beside it have theirs", () => {
    const { budget } = budgetWith({ max_completion_tokens: 164_000, reserve_tokens: 4000 })
    expect(budget.replyLimit(false)).toBe(20_000)
    budget.reserve("a", { prompt: 1, completion: 20_000 })
    expect(budget.replyLimit(false)).toBe(17_500)
  })
})

describe("requireOutput", () => {
  const hear =
    (limits: LimitOptions, tokens: number, forSummary = false) =>
    () =>
      budgetWith(limits).budget.requireOutput("a", { prompt: 0, completion: tokens }, forSummary)

  it("says nothing where nothing limits replies", () => {
    expect(hear({ max_prompt_tokens: 1 }, 1e9)).not.toThrow()
  })

  it("stops a reply at the tokens and the money that are left beside the summary's", () => {
    const tokens = { max_completion_tokens: 10_000, reserve_tokens: 4000 }
    expect(hear(tokens, 6000)).not.toThrow()
    expect(hear(tokens, 6001)).toThrow(BudgetExceeded)
    expect(hear(tokens, 10_000, true)).not.toThrow()
    expect(hear(tokens, 10_001, true)).toThrow(BudgetExceeded)
    const money = { max_cost: 20_000, reserve_tokens: 0 }
    expect(hear(money, 10_000)).not.toThrow()
    expect(hear(money, 10_001)).toThrow(BudgetExceeded)
  })

  it("counts what is under way beside it, and its own reservation not twice", () => {
    const { budget } = budgetWith({ max_completion_tokens: 10_000, reserve_tokens: 0 })
    budget.reserve("a", { prompt: 0, completion: 5000 })
    budget.reserve("b", { prompt: 0, completion: 4000 })
    expect(() => budget.requireOutput("a", { prompt: 0, completion: 6000 }, false)).not.toThrow()
    expect(() => budget.requireOutput("a", { prompt: 0, completion: 6001 }, false)).toThrow("max_completion_tokens")
  })
})

describe("calls side by side", () => {
  const spend = fc.record({ prompt: fc.nat(300), completion: fc.nat(300) })
  const move = fc.record({
    key: fc.integer({ min: 1, max: 5 }),
    spend,
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })

  it("can't overspend together, in whatever order they start and end", () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const limits = {
          max_prompt_tokens: 1000,
          max_completion_tokens: 1000,
          max_cost: 2000,
          max_model_calls: 8,
          ...NONE,
        }
        const { budget, call } = budgetWith(limits)
        const under = new Map<number, Spend>()
        const total = { calls: 0, prompt: 0, completion: 0 }
        for (const { key, spend: worst, share } of moves) {
          const held = under.get(key)
          if (!held) {
            if (!stopOf(() => budget.reserve(String(key), worst))) under.set(key, worst)
            continue
          }
          const used = { prompt: Math.floor(held.prompt * share), completion: Math.floor(held.completion * share) }
          under.delete(key)
          budget.settle(String(key))
          call(used)
          total.calls += 1
          total.prompt += used.prompt
          total.completion += used.completion
        }
        const worst = [...under.values()]
        const prompt = worst.reduce((sum, { prompt: tokens }) => sum + tokens, total.prompt)
        const completion = worst.reduce((sum, { completion: tokens }) => sum + tokens, total.completion)
        expect(prompt).toBeLessThanOrEqual(limits.max_prompt_tokens)
        expect(completion).toBeLessThanOrEqual(limits.max_completion_tokens)
        expect(prompt + 2 * completion).toBeLessThanOrEqual(limits.max_cost)
        expect(total.calls + under.size).toBeLessThanOrEqual(limits.max_model_calls)
      }),
      { seed: 20261115, numRuns: 500 },
    )
  })

  it("never count twice, not even in the moment in which they are recorded", async () => {
    const store = new MemoryStore()
    const header = {
      id: "r",
      workspace: "/w",
      title: "",
      strategy: "",
      model: "",
      state: "INTAKE",
      created_at: 0,
      updated_at: 0,
    } as const
    const journal = await Journal.open(store, await store.createRun(header, { owner: currentOwner(), entries: [] }))
    const tally = new Tally()
    const budget = new Budget(environment({ max_model_calls: 2, ...NONE }), tally, () => ({ now: 0, lease: 1 }))
    const refused: unknown[] = []
    journal.subscribe((entry) => {
      budget.settle(entry.key)
      tally.add(entry)
      refused.push(stopOf(() => budget.reserve("probe", { prompt: 0, completion: 0 })))
      budget.settle("probe")
    })
    const usage = { prompt: 1, completion: 1, cached: 0 }
    const event = {
      type: "model.called",
      control: "c",
      rung: "named",
      attempt: 1,
      usage,
      cost: 0,
      ms: 0,
      repeated: 0,
    } as const
    budget.reserve("a", usage)
    await journal.step({ key: "a", digest: "digest", is: (value): value is number => value === 1 }, async () => ({
      value: 1,
      with: [{ key: "a#model.called", record: { kind: "event", event } }],
    }))
    expect(refused).toEqual([undefined, undefined])
  })
})
