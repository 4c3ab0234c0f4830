import { worstCost } from "../../model/endpoints/prices.ts"
import type { Price } from "../../protocol/log/environment.ts"
import type { Limits } from "../../protocol/log/limits.ts"
import { isSmallWindow, longestReply } from "../core/small-window.ts"
import { ASSUMED_COMPLETION } from "./budget.ts"

/** What a first call is made of: the size of its prompt in tokens, and the model's window. */
export type FirstCall = { readonly prompt: number; readonly window: number; readonly price: Price | null }

type Short = { readonly limit: "max_completion_tokens" | "max_cost"; readonly given: number; readonly least: number }

/** The first limit that would end a run before its first call, with the smallest that lets it begin and sum up. */
export function tooSmall(limits: Limits, { prompt, window, price }: FirstCall): Short | undefined {
  const { max_completion_tokens, max_cost, reserve_tokens } = limits
  const reply = isSmallWindow(window) ? longestReply(window) : ASSUMED_COMPLETION
  const completion = Math.min(ASSUMED_COMPLETION, reply) + reserve_tokens
  const cost = worstCost(UNKNOWN_TOKENS * prompt + reserve_tokens, completion, price) ?? 0
  const shorts: Short[] = [
    { limit: "max_completion_tokens", given: max_completion_tokens ?? completion, least: completion },
    { limit: "max_cost", given: max_cost ?? Number.POSITIVE_INFINITY, least: roundedUp(cost) },
  ]
  return shorts.find(({ given, least }) => given < least)
}

/** A prompt of unknown tokens is reckoned twice; see `promptMargin`. */
const UNKNOWN_TOKENS = 2

/** To a tenth of a cent. */
function roundedUp(cost: number): number {
  return Math.ceil(cost * 1000) / 1000
}
