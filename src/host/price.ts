import type { Config } from "../config.ts"
import { findPrice } from "../model/endpoints/prices.ts"
import type { Price } from "../protocol/log/environment.ts"
import { modelCatalog } from "./model/model-catalog-file.ts"

/** What somebody said of prices, and where it is kept what was told of them. */
type PricesHere = Pick<Config, "prices"> & Partial<Pick<Config, "projectPrices" | "stateFolder">>

/**
 * What a run with these models costs: each figure is the dearest one's, so that a limit holds whoever answers.
 * `null`: the price of one of them is unknown.
 */
export function priceOf(here: PricesHere, modelIds: readonly string[]): Price | null {
  const found = pricesOf(here, modelIds)
  return found.reduce((one, other) => (one && other ? dearer(one, other) : null))
}

/** Those whose price nobody knows. */
export function unpriced(here: PricesHere, modelIds: readonly string[]): string[] {
  const found = pricesOf(here, modelIds)
  return modelIds.filter((_, index) => found[index] === null)
}

function pricesOf({ prices, projectPrices, stateFolder }: PricesHere, modelIds: readonly string[]): (Price | null)[] {
  const told = stateFolder === undefined ? {} : modelCatalog({ stateFolder })
  return modelIds.map((id) => findPrice(id, prices, told[id]?.price) ?? findPrice(id, projectPrices))
}

function dearer(one: Price, other: Price): Price {
  const cached = Math.max(one.cached ?? one.prompt, other.cached ?? other.prompt)
  return {
    prompt: Math.max(one.prompt, other.prompt),
    completion: Math.max(one.completion, other.completion),
    cached,
  }
}
