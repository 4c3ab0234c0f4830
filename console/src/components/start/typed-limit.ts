import { LIMITS, type Limit, type LimitName } from "@keelson/options/declared/limits.ts"

const MINUTE = 60_000

/** How many of a limit's own unit one typed number is: times are typed in minutes. */
export function typedUnit(limit: string): number {
  return limitNamed(limit)?.unit === "time" ? MINUTE : 1
}

/** The limit of this name, if there is one. */
export function limitNamed(name: string): Limit | undefined {
  return name in LIMITS ? LIMITS[name as LimitName] : undefined
}
