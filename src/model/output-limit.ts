import type { Model, ModelPart, ModelRequest } from "./model.ts"
import { ModelError } from "./model-error.ts"
import { wrapModel } from "./wrap-model.ts"

/** Less is no reply: then the refusal stands. */
const LEAST_OUTPUT = 512

/**
 * The same model, asked for shorter replies where the endpoint won't have such long ones: some refuse a limit beyond the model's own,
 * some count it against the window or the minute, some know no such field. The call is repeated once with what the refusal names and
 * once without a limit; what was found is kept for the calls after it.
 */
export function withOutputLimit(model: Model): Model {
  const known: Known = { most: Number.POSITIVE_INFINITY, isTaken: true }
  return wrapModel(model, (request, signal) => streamWithin(model, known, request, signal))
}

type Known = { most: number; isTaken: boolean }

async function* streamWithin(
  model: Model,
  known: Known,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  for (let limit = limitOf(request, known), tries = 1; ; tries++) {
    try {
      yield* model.stream(withLimit(request, limit), signal)
      return
    } catch (error) {
      signal.throwIfAborted()
      const refusal = error instanceof ModelError ? error : undefined
      const next = refusal && limit !== undefined && tries < 3 ? shorter(refusal, limit, tries > 1) : "none"
      if (next === "none" || !refusal) throw error
      remember(known, refusal, next)
      limit = next
      yield { type: "retry", reason: refusal.message, waitMs: 0 }
    }
  }
}

function limitOf({ maxOutputTokens }: ModelRequest, { most, isTaken }: Known): number | undefined {
  return maxOutputTokens === undefined || !isTaken ? undefined : Math.min(maxOutputTokens, most)
}

function withLimit(request: ModelRequest, limit: number | undefined): ModelRequest {
  const { maxOutputTokens: _asked, ...rest } = request
  return limit === undefined ? rest : { ...rest, maxOutputTokens: limit }
}

/** The next limit to try, `undefined` for a call without one, "none" where the refusal is about something else. */
function shorter({ output }: ModelError, limit: number, isSecond: boolean): number | undefined | "none" {
  if (!output) return "none"
  if (output.excess !== undefined) {
    const left = limit - output.excess
    return output.excess > 0 && left >= LEAST_OUTPUT ? left : "none"
  }
  const named = output.numbers.filter((number) => number >= LEAST_OUTPUT && number < limit)
  return named.length === 0 || isSecond ? undefined : Math.max(...named)
}

/** What was too long beside one prompt may do beside another. */
function remember(known: Known, { output }: ModelError, limit: number | undefined): void {
  if (output?.excess !== undefined) return
  if (limit === undefined) known.isTaken = false
  else known.most = limit
}
