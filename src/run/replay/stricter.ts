import type { Limits } from "../../protocol/log/limits.ts"

const SPENDS = [
  "max_iterations",
  "max_model_calls",
  "max_time_ms",
  "max_prompt_tokens",
  "max_completion_tokens",
  "max_cost",
] as const

/**
 * Limits to hold a recorded run against. What was spent under a limit has passed its check: only one that has become
 * stricter can refuse it now, the others are left out.
 */
export function comparableLimits(recorded: Limits, changed: Partial<Limits>): Limits {
  const now = { ...recorded, ...changed }
  const keepsMore = now.reserve_calls > recorded.reserve_calls || now.reserve_tokens > recorded.reserve_tokens
  const free = SPENDS.filter((name) => !keepsMore && !isStricter(now[name], recorded[name]))
  return { ...now, ...Object.fromEntries(free.map((name) => [name, Number.POSITIVE_INFINITY])) }
}

function isStricter(now: number | null, before: number | null): boolean {
  return now !== null && (before === null || now < before)
}
