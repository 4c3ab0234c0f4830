import type { Config } from "../config.ts"
import { findPrice } from "../model/prices.ts"
import type { Price } from "../protocol/environment.ts"

/**
 * What a run with these models costs: each figure is the dearest one's, so that a limit holds whoever answers.
 * `null`: the price of one of them is unknown.
 */
export function priceOf({ prices }: Pick<Config, "prices">, modelIds: readonly string[]): Price | null {
  const found = modelIds.map((id) => findPrice(id, prices))
  return found.reduce((one, other) => (one && other ? dearer(one, other) : null))
}

/** Those whose price nobody knows. */
export function unpriced({ prices }: Pick<Config, "prices">, modelIds: readonly string[]): string[] {
  return modelIds.filter((id) => findPrice(id, prices) === null)
}

function dearer(one: Price, other: Price): Price {
  const cached = Math.max(one.cached ?? one.prompt, other.cached ?? other.prompt)
  return {
    prompt: Math.max(one.prompt, other.prompt),
    completion: Math.max(one.completion, other.completion),
    cached,
  }
}
