import fc from "fast-check"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { Model, ModelRequest } from "../../src/model/seam/model.ts"
import type { LimitOptions } from "../../src/protocol/log/limits.ts"
import type { RunResult } from "../../src/protocol/log/run.ts"
import { LONGEST_REPLY } from "../../src/run/budget/budget.ts"
import { reply, type ScriptLine, speak } from "../../src/testing/script-line.ts"
import { analysis, complete, phase, phases, plan, ring, say, summary, unfinished } from "../scenarios/lines.ts"
import { REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { heard, literal } from "./front-door.ts"

const SEED = 20261115
const PRICE = { prompt: 3, completion: 15 }

/** Rounds without end, from a model that counts as a real one does and always fills the reply it may give. */
function greedyModel(): Model & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  return {
    id: "greedy:model",
    contextWindow: 128_000,
    requests,
    async *stream(request) {
      requests.push(request)
      const prompt = countTokens(JSON.stringify(request.messages) + JSON.stringify(request.tools))
      const usage = { prompt, completion: request.maxOutputTokens ?? 100_000, cached: 0 }
      yield* speak(reply({ calls: [answerTo(request.purpose.control)], usage }), request, () => "call")
    },
  }
}

function answerTo(control: string): { call: string; input: object } {
  const long = phases([1, 2, 3, 4, 5].map((id) => phase(id, { estimated_rounds: 10 })))
  const answers: Record<string, object> = {
    request_analyser: analysis(),
    phase_planner: long,
    plan_tool_call: plan(ring("again")),
    judge_tasks: unfinished(),
    summarizer: summary("As far as the money went."),
  }
  return { call: control, input: answers[control] ?? {} }
}

async function runWith(limits: LimitOptions): Promise<{ result: RunResult; requests: readonly ModelRequest[] }> {
  const model = greedyModel()
  const scenario: Scenario = {
    name: "greedy",
    model: () => model,
    options: {
      literal: true,
      price: PRICE,
      limits: { max_iterations: 1000, max_model_calls: 1000, ...limits },
    },
  }
  await using stage = await setStage(scenario)
  return { result: await (await stage.agent(new MemoryStore(), model)).run(REQUEST), requests: model.requests }
}

describe("money", () => {
  it("is never overspent, whatever the limit, and there is always enough left for the summary", async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0.3, max: 2, noNaN: true }), async (max_cost) => {
        const { result } = await runWith({ max_cost })
        expect(result.usage.cost).toBeLessThanOrEqual(max_cost)
        expect(result).toMatchObject({ outcome: "incomplete", summary_layer: "summarizer" })
        expect(result.reason).toContain("cost limit")
      }),
      { seed: SEED, numRuns: 15 },
    )
  })

  it.each([
    ["max_cost", 0.01],
    ["max_completion_tokens", 500],
  ] as const)("too little of %s for one worst case is refused, with the smallest that works", async (limit, little) => {
    const refusal = await runWith({ [limit]: little }).catch((error: Error) => error.message)
    const [, least] =
      new RegExp(`^${limit} of ${little} is too small.* Give at least ([\\d.]+),`).exec(`${refusal}`) ?? []
    const { result, requests } = await runWith({ [limit]: Number(least) })
    expect(requests.length).toBeGreaterThan(0)
    expect(result).toMatchObject({ outcome: "incomplete", limit, summary_layer: "summarizer" })
  })

  it("can't be limited without a price", async () => {
    await using stage = await setStage({ name: "no price", model: greedyModel, options: { limits: { max_cost: 1 } } })
    const agent = await stage.agent(new MemoryStore(), greedyModel())
    await expect(agent.run(REQUEST)).rejects.toThrow(
      "max_cost can't be enforced: the price of greedy:model is not known. Give a price, or leave max_cost out.",
    )
  })
})

describe("tokens", () => {
  it.each([
    ["max_prompt_tokens", "prompt", 20_000],
    ["max_completion_tokens", "completion", 60_000],
  ] as const)("stay under %s, the summary included", async (limit, kind, most) => {
    const { result } = await runWith({ [limit]: most })
    expect(result.usage[kind]).toBeLessThanOrEqual(most)
    expect(result).toMatchObject({ outcome: "incomplete", summary_layer: "summarizer" })
  })
})

describe("model calls", () => {
  const line = (control: string, value: Record<string, unknown>): ScriptLine => say(control, value)
  const rounds = Object.fromEntries(
    [1, 2, 3].flatMap((id) => [
      [`phase-${id}/round-1/plan/try-1`, line("plan_tool_call", plan(ring(`p${id}`)))],
      [`phase-${id}/round-1/judge/try-1`, line("judge_tasks", complete([1]))],
    ]),
  )

  it("that are just enough are enough, also for phases side by side", async () => {
    const scenario = literal(
      { "phases/try-1": line("phase_planner", phases([phase(1), phase(2), phase(3)], "parallel")), ...rounds },
      { limits: { max_model_calls: 9 } },
    )
    await using stage = await setStage(scenario)
    const model = heard(scenario.model())
    const result = await (await stage.agent(new MemoryStore(), model)).run(REQUEST)
    expect(result).toMatchObject({ outcome: "done", usage: { calls: 9 } })
    expect(model.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual(Array(9).fill(LONGEST_REPLY))
  })

  it("one too few ends the run with the reserved call", async () => {
    const scenario = literal(
      { "phases/try-1": line("phase_planner", phases([phase(1), phase(2), phase(3)], "parallel")), ...rounds },
      { limits: { max_model_calls: 8 } },
    )
    await using stage = await setStage(scenario)
    const result = await (await stage.agent(new MemoryStore(), scenario.model())).run(REQUEST)
    expect(result).toMatchObject({ outcome: "incomplete", summary_layer: "summarizer", usage: { calls: 8 } })
  })
})
