import type { Language } from "../../../protocol/log/environment.ts"
import { duration } from "../../../text/words/units.ts"
import { say, type Word } from "../../../text/words/words.ts"

/** Why a budget ended the run, in the user's language. */
export function limitReason(language: Language, limit: string, used: number, allowed: number): string {
  const left = allowed - used
  // A round takes several iterations: there may be some left, and not enough.
  if (limit === "max_iterations" && left > 0) return say(language, "limit.iterations_left", left, used, allowed)
  // What is left is the report's, whose call is counted with the others.
  if (limit === "max_model_calls" && left > 0) return say(language, "limit.calls_left", left, allowed)
  if (limit === "max_time_ms")
    return say(language, left > 0 ? "limit.time_left" : "limit.max_time_ms", duration(used), duration(allowed))
  if (limit === "shared_time") return say(language, "limit.shared_time", duration(used), duration(allowed))
  return say(language, `limit.${limit}` as Word, round(used), round(allowed))
}

function round(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toFixed(4))
}
