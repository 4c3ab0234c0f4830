import { Limits } from "../protocol/limits.ts"
import { UsageError } from "./failure.ts"
import type { LimitFlags } from "./flags.ts"

/** The flags in the protocol's words; what was not given is left out. */
export function givenLimits(flags: LimitFlags): Partial<Limits> {
  const { maxIterations, maxModelCalls, maxCost, maxTime, maxTokens } = flags
  return {
    ...namedLimits(flags.limit ?? []),
    ...(maxIterations === undefined ? {} : { max_iterations: maxIterations }),
    ...(maxModelCalls === undefined ? {} : { max_model_calls: maxModelCalls }),
    ...(maxCost === undefined ? {} : { max_cost: maxCost }),
    ...(maxTime === undefined ? {} : { max_time_ms: maxTime }),
    ...(maxTokens === undefined ? {} : { max_prompt_tokens: maxTokens }),
  }
}

/** Any limit by its own name. Throws `UsageError` for what is no limit or no value of one. */
function namedLimits(given: readonly string[]): Partial<Limits> {
  return Object.assign({}, ...given.map(namedLimit))
}

function namedLimit(text: string): Partial<Limits> {
  const [name = "", value = ""] = text.split(/=(.*)/s)
  const field = name in Limits.shape ? Limits.shape[name as keyof Limits] : undefined
  if (!field)
    throw new UsageError(`--limit: there is no limit "${name}"; there are: ${Object.keys(Limits.shape).join(", ")}.`)
  const parsed = field.safeParse(value === "none" ? null : Number(value || Number.NaN))
  if (!parsed.success)
    throw new UsageError(`--limit: "${value}" is no value for ${name}; give a number, as in ${name}=10.`)
  return { [name]: parsed.data }
}
