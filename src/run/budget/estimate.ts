import type { Price } from "../../protocol/log/environment.ts"
import type { Estimate } from "../../protocol/log/event.ts"
import { factKey } from "../../protocol/log/key.ts"
import type { Limits } from "../../protocol/log/limits.ts"
import { contextLimit, freshLimits } from "../core/context-limit.ts"
import type { RunParts } from "../core/run-parts.ts"
import { isSmallWindow, longestReply } from "../core/small-window.ts"
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

/** `results`: the tokens that a round's results may add to the context; `context` and `reply`: the most that a call can have of each. */
type Terms = {
  readonly limits: Limits
  readonly price: Price | null
  readonly results: number
  readonly context: number
  readonly reply: number
}
type Spend = { readonly calls: number; readonly prompt: number; readonly completion: number }

/** A plan or a verdict in tokens, and what a round's results add to the context, as measured on ordinary runs. */
const USUAL_COMPLETION = 400
const USUAL_RESULTS = 1200

/** What the run should come to if all goes as planned, what is spent already included; never more than the worst case. */
export function expectedSpend(shape: RunShape, soFar: SoFar, terms: Terms): Estimate {
  const growth = USUAL_RESULTS + shape.usual.perRound * USUAL_COMPLETION
  const phases = shape.rounds.map((rounds) =>
    phaseSpend(rounds, shape.usual.perRound, { growth, completion: USUAL_COMPLETION, ...starts(soFar, terms) }),
  )
  const beside = besideSpend(shape.usual.beside, USUAL_COMPLETION, soFar.opening)
  return capped(sum([soFar, beside, ...phases]), worstSpend(shape, soFar, terms), terms.price)
}

/** The most that the limits let the run come to: every round used, every control asked for as often as it may be. */
export function worstSpend(shape: RunShape, soFar: SoFar, terms: Terms): Estimate {
  const { limits, price, results, reply: completion, context } = terms
  const tries = limits.calls_per_control
  const growth = results + shape.most.perRound * completion
  const phases = shape.rounds.map((rounds) =>
    phaseSpend(rounds + shape.extraRounds, shape.most.perRound * tries, {
      growth,
      completion,
      ...starts(soFar, terms),
    }),
  )
  const most = sum([soFar, besideSpend(shape.most.beside * tries, completion, soFar.opening), ...phases])
  const rounds = Math.max(0, ...shape.rounds.map((estimated) => estimated + shape.extraRounds - 1))
  const prompt = Math.min(context, soFar.opening + rounds * growth)
  return within(withinCalls(most, limits.max_model_calls, { prompt, completion }), limits, price)
}

function within(fitting: Spend, limits: Limits, price: Price | null): Estimate {
  const prompt = Math.min(fitting.prompt, limits.max_prompt_tokens ?? fitting.prompt)
  const completion = Math.min(fitting.completion, limits.max_completion_tokens ?? fitting.completion)
  const cost = costOf({ prompt, completion }, price)
  return {
    calls: fitting.calls,
    tokens: Math.round(prompt + completion),
    cost: cost === null ? null : Math.min(cost, limits.max_cost ?? cost),
  }
}

type Growing = {
  readonly growth: number
  readonly completion: number
  readonly opening: number
  readonly context: number
}

function starts({ opening }: SoFar, { context }: Terms): Pick<Growing, "opening" | "context"> {
  return { opening, context: Math.max(opening, context) }
}

/** Each round's calls read everything that the rounds before it left in the context, which is folded when it is full. */
function phaseSpend(rounds: number, calls: number, { growth, completion, opening, context }: Growing): Spend {
  const prompts = Array.from({ length: rounds }, (_, round) => calls * Math.min(context, opening + round * growth))
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
function withinCalls(spend: Spend, most: number, largest: Omit<Spend, "calls">): Spend {
  return {
    calls: Math.min(spend.calls, most),
    prompt: Math.min(spend.prompt, most * largest.prompt),
    completion: Math.min(spend.completion, most * largest.completion),
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
  const context = contextLimit(parts, parts.model)
  const { contextWindow } = parts.model
  const reply = isSmallWindow(contextWindow) ? longestReply(contextWindow) : ASSUMED_COMPLETION
  const terms = { limits, price, results: freshLimits(context).round, context, reply }
  const expected = expectedSpend(shape, soFar, terms)
  const worst = worstSpend(shape, soFar, terms)
  await journal.record(factKey("estimate", "budget.estimated"), { type: "budget.estimated", expected, worst })
}
