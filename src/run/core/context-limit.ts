import type { Model } from "../../model/seam/model.ts"
import type { Environment } from "../../protocol/log/environment.ts"

/** Over so many tokens a conversation with this model is compacted. */
export function contextLimit(
  { environment }: { readonly environment: Pick<Environment, "limits"> },
  { contextWindow }: Pick<Model, "contextWindow">,
): number {
  const { compact_at_tokens, compact_share } = environment.limits
  return Math.min(compact_at_tokens, Math.floor(compact_share * contextWindow))
}

/** How many tokens of fresh results a round brings, and a single one of them. */
export type FreshLimits = { readonly round: number; readonly single: number }

/** The same in every round: four of them fit before anything is folded. */
export function freshLimits(limit: number): FreshLimits {
  const round = Math.floor(limit / 4)
  return { round, single: Math.min(Math.floor(round / 2), MOST_OF_ONE) }
}

const MOST_OF_ONE = 12_000
