import type { AnyStrategy } from "../run/strategy.ts"
import { phased } from "./phased/phased.ts"
import { react } from "./react/react.ts"

/** The strategies that come with Keelson, by name. */
export const STRATEGIES: ReadonlyMap<string, AnyStrategy> = new Map(
  [phased, react].map((strategy) => [strategy.name, strategy]),
)
