import { FINAL_ANSWER } from "../run/finish/summary/final-answer.ts"
import { PLAIN_SUMMARY } from "../run/finish/summary/summary.ts"
import type { AnyStrategy } from "../run/strategy.ts"
import { STRATEGIES } from "./index.ts"

/** Everything that a model may be asked for: by the built-in strategies, by these besides, and by the engine at the end of any run. */
export function controlNames(besides: readonly AnyStrategy[] = []): readonly string[] {
  const byStrategies = [...STRATEGIES.values(), ...besides].flatMap(({ controls = [] }) => controls)
  return [...new Set([...byStrategies, PLAIN_SUMMARY, FINAL_ANSWER])]
}
