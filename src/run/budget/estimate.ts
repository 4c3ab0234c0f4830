import type { Price } from "../../protocol/environment.ts"
import type { Estimate } from "../../protocol/event.ts"
import { factKey } from "../../protocol/key.ts"
import type { Limits } from "../../protocol/limits.ts"
import { contextLimit, freshLimits } from "../ground/context-limit.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { ASSUMED_COMPLETION } from "./budget.ts"

/** What a strategy knows of the work ahead. */
export type RunShape = {
  /** The rounds that each phase is expected to take. */
  readonly rounds: readonly number[]
  /** Model calls of one round and those beside the rounds, if one answer brings the next part along where it may. */
  readonly usual: Calls
  /** The same, if every part has to be asked for. */
  readonly most: Calls
  /** Rounds that a phase may have beyond its estimate. */
  readonly extraRounds: number
}

type Calls = { readonly perRound: number; readonly beside: number }

/** What was spent before the estimate, and what a first prompt holds. */
export type SoFar = {
  readonly calls: number
  readonly prompt: number
  readonly completion: number
  readonly opening: number
}

/** `results`: the tokens that a round's results may add to the context. */
type Terms = { readonly limits: Limits; readonly price: Price | null; readonly results: number }
type Spend = { readonly calls: number; readonly prompt: number; readonly completion: number }

/** A plan or a verdict in tokens, and what a round's results add to the context, as measured on ordinary runs. */
const USUAL_COMPLETION = 400
const USUAL_RESULTS = 1200

/** What the run should come to if all goes as planned, what is spent already included; never more than the worst case. */
export function expectedSpend(shape: RunShape, soFar: SoFar, terms: Terms): Estimate {
  const growth = USUAL_RESULTS + shape.usual.perRound * USUAL_COMPLETION
  const phases = shape.rounds.map((rounds) =>
    phaseSpend(rounds, shape.usual.perRound, growth, USUAL_COMPLETION, soFar.opening),
  )
  const beside = besideSpend(shape.usual.beside, USUAL_COMPLETION, soFar.opening)
  return capped(sum([soFar, beside, ...phases]), worstSpend(shape, soFar, terms), terms.price)
}

/** The most that the limits let the run come to: every round used, every control asked for as often as it may be. */
export function worstSpend(shape: RunShape, soFar: SoFar, { limits, price, results }: Terms): Estimate {
  const tries = limits.calls_per_control
  const growth = results + shape.most.perRound * ASSUMED_COMPLETION
  const phases = shape.rounds.map((rounds) =>
    phaseSpend(rounds + shape.extraRounds, shape.most.perRound * tries, growth, ASSUMED_COMPLETION, soFar.opening),
  )
  const most = sum([soFar, besideSpend(shape.most.beside * tries, ASSUMED_COMPLETION, soFar.opening), ...phases])
  const largest = soFar.opening + Math.max(0, ...shape.rounds.map((rounds) => rounds + shape.extraRounds - 1)) * growth
  const fitting = withinCalls(most, limits.max_model_calls, largest)
  const prompt = Math.min(fitting.prompt, limits.max_prompt_tokens ?? fitting.prompt)
  const completion = Math.min(fitting.completion, limits.max_completion_tokens ?? fitting.completion)
  const cost = costOf({ prompt, completion }, price)
  return {
    calls: fitting.calls,
    tokens: Math.round(prompt + completion),
    cost: cost === null ? null : Math.min(cost, limits.max_cost ?? cost),
  }
}

/** Each round's calls read everything that the rounds before it left in the context. */
function phaseSpend(rounds: number, calls: number, growth: number, completion: number, opening: number): Spend {
  const prompts = Array.from({ length: rounds }, (_, round) => calls * (opening + round * growth))
  return {
    calls: rounds * calls,
    prompt: prompts.reduce((total, prompt) => total + prompt, 0),
    completion: rounds * calls * completion,
  }
}

function besideSpend(calls: number, completion: number, opening: number): Spend {
  return { calls, prompt: calls * opening, completion: calls * completion }
}

function sum(spends: readonly Spend[]): Spend {
  return spends.reduce(
    (total, { calls, prompt, completion }) => ({
      calls: total.calls + calls,
      prompt: total.prompt + prompt,
      completion: total.completion + completion,
    }),
    { calls: 0, prompt: 0, completion: 0 },
  )
}

/** So many calls at most, each as large as the largest could be. */
function withinCalls(spend: Spend, most: number, largest: number): Spend {
  const calls = Math.min(spend.calls, most)
  return {
    calls,
    prompt: Math.min(spend.prompt, most * largest),
    completion: Math.min(spend.completion, most * ASSUMED_COMPLETION),
  }
}

function capped(spend: Spend, worst: Estimate, price: Price | null): Estimate {
  const cost = costOf(spend, price)
  return {
    calls: Math.min(spend.calls, worst.calls),
    tokens: Math.min(Math.round(spend.prompt + spend.completion), worst.tokens),
    cost: cost === null || worst.cost === null ? null : Math.min(cost, worst.cost),
  }
}

function costOf({ prompt, completion }: Pick<Spend, "prompt" | "completion">, price: Price | null): number | null {
  return price === null ? null : (prompt * price.prompt + completion * price.completion) / 1e6
}

/** Recorded once: a resumed run is measured against what was expected at first. */
export async function recordEstimate(parts: RunParts, shape: RunShape): Promise<void> {
  const { tally, environment, journal } = parts
  if (tally.view.estimate) return
  const { calls, prompt, completion } = tally.view.usage
  const soFar = { calls, prompt, completion, opening: tally.view.lastPrompt }
  const { limits, price } = environment
  const terms = { limits, price, results: freshLimits(contextLimit(parts, parts.model)).round }
  const expected = expectedSpend(shape, soFar, terms)
  const worst = worstSpend(shape, soFar, terms)
  await journal.record(factKey("estimate", "budget.estimated"), { type: "budget.estimated", expected, worst })
}
