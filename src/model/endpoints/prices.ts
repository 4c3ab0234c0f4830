import type { Price } from "../../protocol/log/environment.ts"
import type { Usage } from "../../protocol/log/usage.ts"
import { knownPrice } from "./price-table.ts"

const TOKENS_PER_PRICE = 1_000_000

/** US dollars; `null` when the price is unknown, which is not the same as free. Cached tokens cost full price unless told. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (price === null) return null
  const cached = Math.min(usage.cached, usage.prompt)
  const prompt = (usage.prompt - cached) * price.prompt + cached * (price.cached ?? price.prompt)
  return (prompt + usage.completion * price.completion) / TOKENS_PER_PRICE
}

/** The most that one call can cost: nothing of the prompt is cached and the reply fills its limit. */
export function worstCost(promptTokens: number, maxOutput: number, price: Price | null): number | null {
  return costOf({ prompt: promptTokens, completion: maxOutput, cached: 0 }, price)
}

/**
 * What a model's user said that it costs, else what was told of it, else its list price, else `null`. Own prices may leave the
 * provider out.
 */
export function findPrice(
  modelId: string,
  own: Readonly<Record<string, Price>> = {},
  told: Price | undefined = undefined,
): Price | null {
  return own[modelId] ?? own[modelId.replace(/^[^:]+:/, "")] ?? told ?? knownPrice(modelId)
}
