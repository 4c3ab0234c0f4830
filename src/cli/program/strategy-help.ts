import { STRATEGIES } from "../../strategies/index.ts"
import type { StrategyHelp } from "./starting.ts"

/** What help says of the strategies that there are. */
export function strategyHelp(): StrategyHelp {
  const names = [...STRATEGIES.keys()]
  const all = `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`
  return { one: all, several: `two or more of ${names.join(",")}` }
}
