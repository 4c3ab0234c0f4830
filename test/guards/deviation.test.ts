import { describe, expect, it } from "vitest"
import type { Model, ModelRequest } from "../../src/model/seam/model.ts"
import type { AnyStrategy } from "../../src/run/strategy.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { react } from "../../src/strategies/react/react.ts"
import { calls, type ScriptLine, speak } from "../../src/testing/script-line.ts"
import { diceFor } from "../../src/testing/simulated/dice.ts"
import { oneOf } from "../sample.ts"
import { analysis, complete, phase, phases, plan, say, summary, task, unfinished } from "../scenarios/lines.ts"
import { play } from "../scenarios/play.ts"
import { fakeTools } from "./fake-tools.ts"

/*
 * Seed 002: plans left their tools about 60% of the time. A model that strays so, with the rules off and on.
 * Deviation = tasks outside the rule that ran / tasks that ran.
 */

const IN_RULE = ["web_search", "fetch_web_content", "memory"]
const OUTSIDE = ["query_data", "run_code"]
/** The seed's list, which is shorter than the built-in rule: it leaves out what reads and runs. */
const RULE = { research: { allow: [], forbid: OUTSIDE, late: [] } }
const STRAYS = 0.6
/** Told what is not allowed, a model mostly listens. */
const STRAYS_TOLD = 0.1
const RUNS = 40

type Dice = () => number
const pick = (dice: Dice, names: readonly string[]) => names[Math.floor(dice() * names.length)] as string

function stray(request: ModelRequest, dice: Dice): string {
  const isTold = request.messages.some(({ text }) => text.includes("not allowed in a research task"))
  return dice() < (isTold ? STRAYS_TOLD : STRAYS) ? pick(dice, OUTSIDE) : pick(dice, IN_RULE)
}

/** Two rounds of four tasks in each of two phases, or 28 turns of one call each. */
function strayingModel(seed: number): Model {
  const answer = (request: ModelRequest, dice: Dice): ScriptLine => {
    const { key, control } = request.purpose
    const names = () => Array.from({ length: 4 }, () => stray(request, dice))
    if (control === "request_analyser") return say(control, analysis({ task_type: "research" }))
    if (control === "phase_planner") return say(control, phases([phase(1), phase(2)]))
    if (control === "plan_tool_call") return say(control, plan(...names().map((name) => task(name, { about: "x" }))))
    if (control === "judge_tasks")
      return say(control, key.includes("round-2") ? complete([1, 2, 3, 4, 5, 6, 7, 8]) : unfinished())
    if (control === "summarizer") return say(control, summary())
    return key.startsWith("turn-29") ? "All done." : calls([{ call: stray(request, dice), input: { about: key } }])
  }
  return {
    id: "straying:model",
    contextWindow: 128_000,
    async *stream(request) {
      const dice = diceFor(`${seed}/${request.purpose.key}`)
      yield* speak(answer(request, dice), request, (index) => `${request.purpose.key}/${index}`)
    },
  }
}

async function deviation(strategy: AnyStrategy, enforce: boolean) {
  const total = { ran: 0, outside: 0, tried: 0, outcomes: new Set<string>() }
  for (let seed = 1; seed <= RUNS; seed++) {
    const { tools, ran } = fakeTools(...IN_RULE, ...OUTSIDE)
    await using played = await play({
      name: "straying",
      request: "调研潮汐的趋势",
      model: () => strayingModel(seed),
      // Without reflection: it is the constraints' own effect that is measured.
      options: { strategy, tools, constraints: { enforce, ...RULE }, literal: true, settings: { reflection: "off" } },
    })
    total.ran += ran.length
    total.outside += ran.filter((name) => OUTSIDE.includes(name)).length
    total.tried += played.result.figures.deviation
    total.outcomes.add(played.result.outcome)
  }
  return { share: total.outside / total.ran, tried: total.tried / RUNS, outcomes: [...total.outcomes] }
}

describe("how far runs stray from their rule", () => {
  const STRAYING = [
    { name: "phased", strategy: phased },
    { name: "react", strategy: react },
  ]

  it.each(oneOf("straying", STRAYING))("$name: from about 60 in 100 tasks to none", async ({ name, strategy }) => {
    const [off, on] = [await deviation(strategy, false), await deviation(strategy, true)]
    process.stdout.write(`deviation in ${name}: off ${percent(off.share)}, on ${percent(on.share)}; `)
    process.stdout.write(`refused when about to run: ${percent(on.tried)}\n`)
    expect(off.share).toBeGreaterThan(0.5)
    expect(on.share).toBe(0)
    expect(on.tried).toBeLessThan(0.15)
    expect(on.outcomes).toEqual(["done"])
  })
})

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
