import { limitsWith } from "../../options/declared/limits.ts"
import { attributeOf } from "../../options/flag-name.ts"
import { type GivenLimits, Limits } from "../../protocol/log/limits.ts"
import { UsageError } from "../terminal/failure.ts"
import type { LimitFlags } from "./flags.ts"

/** The flags in the protocol's words; what was not given is left out. */
export function givenLimits(flags: LimitFlags): GivenLimits {
  const values = flags as Readonly<Record<string, unknown>>
  const given = limitsWith(({ flag }) => flag).map(([name, limit]) => [
    name,
    values[attributeOf(limit.flag?.name ?? "")],
  ])
  return { ...namedLimits(flags.limit ?? []), ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) }
}

/** Any limit by its own name. Throws `UsageError` for what is no limit or no value of one. */
function namedLimits(given: readonly string[]): GivenLimits {
  return Object.assign({}, ...given.map(namedLimit))
}

function namedLimit(text: string): GivenLimits {
  const [name = "", value = ""] = text.split(/=(.*)/s)
  const field = name in Limits.shape ? Limits.shape[name as keyof Limits] : undefined
  if (!field)
    throw new UsageError(`--limit: there is no limit "${name}"; there are: ${Object.keys(Limits.shape).join(", ")}.`)
  const parsed = field.safeParse(value === "none" ? null : Number(value || Number.NaN))
  if (!parsed.success)
    throw new UsageError(`--limit: "${value}" is no value for ${name}; give a number, as in ${name}=10.`)
  return { [name]: parsed.data }
}
