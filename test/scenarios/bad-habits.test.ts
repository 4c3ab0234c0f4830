import { describe, expect, it } from "vitest"
import { exitCode } from "../../src/protocol/log/outcome.ts"
import type { AnyStrategy } from "../../src/run/strategy.ts"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { someOf } from "../sample.ts"
import * as habits from "./bad-habits.ts"
import { play } from "./play.ts"

const LIMITS = { max_iterations: 20, max_model_calls: 40 }

function misbehave(strategy: AnyStrategy, habit: habits.Habit) {
  return play({
    name: `${strategy.name}: ${habit.name}`,
    request: "Ring all bells and make the test pass.",
    model: () => habits.habitual(habit),
    files: { state: "good\n" },
    keeps: true,
    options: { strategy, limits: LIMITS, checks: { test: "grep good state" } },
  })
}

describe.each([...STRATEGIES.values()])("$name and a model that", (strategy) => {
  it.each(someOf(`${strategy.name} habits`, 4, habits.HABITS))(
    "$name ends bounded, with a truthful answer",
    async (habit) => {
      await using played = await misbehave(strategy, habit)
      const { result } = played
      expect(result.message.trim()).not.toBe("")
      expect(result.success).toBe(false)
      expect([1, 4, 5]).toContain(exitCode(result.outcome))
      expect(result.reason).not.toBe("")
      expect(result.message).toContain(result.reason)
      expect(result.usage.calls).toBeLessThanOrEqual(LIMITS.max_model_calls)
      expect(result.limits.used.iterations).toBeLessThanOrEqual(LIMITS.max_iterations)
    },
  )

  it("declares victory while a check fails is not done, and it says which check fails", async () => {
    await using played = await misbehave(strategy, habits.declaresVictory)
    expect(played.result.checks).toMatchObject([{ name: "test", status: "failed" }])
    // One that changes something each time is at work until a limit of the run ends it.
    expect(["failed", "incomplete"]).toContain(played.result.outcome)
    expect(played.result.verified).toBe(false)
    expect(played.result.message).toMatch(/\btest: failed/)
  })

  it("repeats itself is told so, wherever it gets to a second turn", async () => {
    await using played = await misbehave(strategy, habits.repeatsItself)
    expect(played.result.figures.alarms).toBeGreaterThan(0)
  })
})
