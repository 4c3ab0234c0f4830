import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Limits } from "../../protocol/log/limits.ts"
import { expectedSpend, type RunShape, worstSpend } from "./estimate.ts"

const PRICE = { prompt: 1, completion: 2 }
const SO_FAR = { calls: 2, prompt: 2000, completion: 500, opening: 1000 }
/** A window that nothing here fills, and replies as long as they usually may be. */
const ROOM = { context: 1e9, reply: 8192 }
const ONCE = { perRound: 1, beside: 0 }
const SHAPE: RunShape = { rounds: [2, 1], usual: ONCE, most: ONCE, extraRounds: 2 }

describe("the estimate", () => {
  it("adds up what is spent and what is planned", () => {
    const expected = expectedSpend(SHAPE, SO_FAR, { limits: Limits.parse({}), price: PRICE, results: 4000, ...ROOM })
    // Prompts: 1000 and 1000 + 1600 in the first phase, 1000 in the second; three replies of 400.
    expect(expected).toEqual({ calls: 5, tokens: 2500 + 4600 + 1200, cost: (6600 + 2 * 1700) / 1e6 })
  })

  it("takes every round, every try and the longest replies for the worst case", () => {
    const limits = Limits.parse({ calls_per_control: 2, max_model_calls: 100 })
    const worst = worstSpend({ ...SHAPE, rounds: [1], extraRounds: 1 }, SO_FAR, {
      limits,
      price: null,
      results: 4000,
      ...ROOM,
    })
    expect(worst).toEqual({ calls: 2 + 2 * 2, tokens: 2500 + 4000 + 2 * (4000 + 8192) + 4 * 8192, cost: null })
  })

  it("never promises more than the limits allow", () => {
    const limits = Limits.parse({
      max_model_calls: 4,
      max_prompt_tokens: 3000,
      max_completion_tokens: 900,
      max_cost: 0.001,
    })
    const terms = { limits, price: PRICE, results: 4000, ...ROOM }
    expect(worstSpend(SHAPE, SO_FAR, terms)).toEqual({ calls: 4, tokens: 3900, cost: 0.001 })
    expect(expectedSpend(SHAPE, SO_FAR, terms)).toEqual({ calls: 4, tokens: 3900, cost: 0.001 })
  })

  it("expects no more than the worst, whatever the plan", () => {
    const shapes = fc.record({
      rounds: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 5 }),
      usual: fc.constant(ONCE),
      most: fc.record({ perRound: fc.constantFrom(1, 2, 3), beside: fc.constantFrom(0, 1) }),
      extraRounds: fc.constantFrom(0, 2),
    })
    fc.assert(
      fc.property(
        shapes,
        fc.integer({ min: 3, max: 90 }),
        fc.integer({ min: 1, max: 5000 }),
        (shape, calls, opening) => {
          const terms = { limits: Limits.parse({ max_model_calls: calls }), price: PRICE, results: 4000, ...ROOM }
          const soFar = { calls: 2, prompt: 2 * opening, completion: 300, opening }
          const [expected, worst] = [expectedSpend(shape, soFar, terms), worstSpend(shape, soFar, terms)]
          expect(expected.calls).toBeLessThanOrEqual(worst.calls)
          expect(expected.tokens).toBeLessThanOrEqual(worst.tokens)
          expect(expected.cost ?? 0).toBeLessThanOrEqual(worst.cost ?? 0)
          expect(worst.calls).toBeLessThanOrEqual(calls)
        },
      ),
    )
  })
})
