import type { AnyStrategy } from "../run/strategy.ts"
import { auto } from "./auto/auto.ts"
import { phased } from "./phased/phased.ts"
import { react } from "./react/react.ts"
import { rounds } from "./rounds/rounds.ts"
import { stepwise } from "./stepwise/stepwise.ts"
import { tasks } from "./tasks/tasks.ts"
import { todo } from "./todo/todo.ts"

/**
 * The strategies that come with Keelson, by name. What they say of themselves is here; the code of the larger ones is loaded when it
 * first runs, for a run takes one of seven.
 */
export const STRATEGIES: ReadonlyMap<string, AnyStrategy> = new Map(
  [auto, phased, rounds, stepwise, tasks, todo, react].map((strategy) => [strategy.name, strategy]),
)
