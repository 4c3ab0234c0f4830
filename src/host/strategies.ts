import { takeOver } from "../candidates/take-over.ts"
import { type Config, NO_CODE } from "../config.ts"
import { ONCE } from "../protocol/zod/parse-once.ts"
import type { AnyStrategy } from "../run/strategy.ts"
import { STRATEGIES } from "../strategies/index.ts"
import { noSuchStrategy, strategyName } from "../strategies/names.ts"
import { SetupError } from "./errors/setup-error.ts"

/** Throws `SetupError` for a name that no strategy has. */
export function requireStrategy(name: string, config: Pick<Config, "code">): void {
  strategyNamed(name, config)
}

/** The built-in ones come first: a project's code can't take their names. */
export function strategiesIn({ code }: Pick<Config, "code">): readonly AnyStrategy[] {
  return [...STRATEGIES.values(), ...code.strategies.filter(({ name }) => !STRATEGIES.has(name))]
}

export function strategyNamed(said: string, config: Pick<Config, "code"> = NO_CONFIG): AnyStrategy {
  const all = strategiesIn(config)
  const name = strategyName(said, all)
  // What nobody chooses is found by its name all the same: runs are recorded with it.
  const strategy = [...all, takeOver].find((candidate) => candidate.name === name)
  if (strategy) return strategy
  const names = all.map((each) => each.name)
  throw new SetupError(noSuchStrategy(said, names))
}

const NO_CONFIG: Pick<Config, "code"> = { code: NO_CODE }

/** Throws `SetupError` for settings that the strategy does not have. */
export function checkSettings(strategy: AnyStrategy, settings: Config["settings"]): void {
  const parsed = strategy.settings.safeParse(settings, ONCE)
  if (parsed.success) return
  const [issue] = parsed.error.issues
  throw new SetupError(`settings of ${strategy.name}: ${issue?.path.join(".")}: ${issue?.message}`)
}
