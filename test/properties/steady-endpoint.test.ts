import fc from "fast-check"
import { expect, it } from "vitest"
import type { Model } from "../../src/model/seam/model.ts"
import { promptTokens } from "../../src/run/model-call/context-size.ts"
import { react } from "../../src/strategies/react/react.ts"
import { diceFor } from "../../src/testing/simulated/dice.ts"
import { SEED, timesTried } from "../sample.ts"
import { play } from "../scenarios/play.ts"

/* An endpoint that counts steadily is taken at its word: more of a budget can be used, and none is passed. */

const RUNS = timesTried({ sample: 30, whole: 60 })
const LIMIT = 40_000

/** Rings another bell in every turn, until it is stopped; each prompt comes to `ratio` times its estimate, give or take 3%. */
function ringer(ratio: number, seed: number): Model {
  return {
    id: "steady:model",
    contextWindow: 128_000,
    async *stream({ messages, tools, purpose }) {
      const { key, control } = purpose
      const luck = diceFor(`${seed}/${key}`)()
      const prompt = Math.floor(promptTokens(messages, tools) * ratio * (0.97 + 0.06 * luck))
      const input = control === "turn" ? { name: key } : { summary: "As far as it came." }
      const name = control === "turn" ? "ring" : "task_done"
      yield { type: "call", call: { id: key, name, arguments: JSON.stringify(input) } }
      yield { type: "end", finish: "calls", usage: { prompt, completion: 10, cached: 0 } }
    },
  }
}

const RESERVE = 4000

/** The prompts of a run, the summary's among them. */
async function promptsOf(ratio: number, seed: number, limit = LIMIT): Promise<{ turns: number[]; all: number }> {
  const limits = { max_prompt_tokens: limit, max_iterations: 400, max_model_calls: 400, reserve_tokens: RESERVE }
  const options = { strategy: react, limits, settings: { reflection: "off" } }
  await using played = await play({ name: "steady", model: () => ringer(ratio, seed), options })
  expect(played.result).toMatchObject({ outcome: "incomplete" })
  const calls = played.events.flatMap(({ event }) => (event.type === "model.called" ? [event] : []))
  const turns = calls.filter(({ control }) => control === "turn").map(({ usage }) => usage.prompt)
  return { turns, all: played.result.usage.prompt }
}

it(`${RUNS} runs stay within their tokens`, async () => {
  const steady = fc.record({ seed: fc.integer(), ratio: fc.double({ min: 0.4, max: 2, noNaN: true }) })
  await fc.assert(
    fc.asyncProperty(steady, async ({ seed, ratio }) => {
      expect((await promptsOf(ratio, seed)).all).toBeLessThanOrEqual(LIMIT)
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

it("and come nearer to them than twice the estimate would let them", async () => {
  const limits = Array.from({ length: 24 }, (_, n) => LIMIT + 75 * n)
  const runs = await Promise.all(limits.map(async (limit) => ({ limit, ...(await promptsOf(1, 1, limit)) })))
  // Taken twice, the last prompt leaves at least its own size unused beside the reserve.
  const nearer = runs.filter(({ limit, turns }) => sum(turns) > limit - RESERVE - (turns.at(-1) ?? 0))
  expect(nearer.length).toBeGreaterThan(limits.length / 2)
})

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
