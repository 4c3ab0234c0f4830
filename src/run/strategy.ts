import type { z } from "zod"
import type { StageSort } from "../protocol/log/stage-kind.ts"
import type { Conclusion } from "./conclusion.ts"
import type { RunContext } from "./run-context.ts"

/**
 * A way to carry out a request.
 *
 * `run` must be replayable: given the same recorded answers it takes the same path. So it reads no clock, no files and no
 * random numbers, and does everything through its `RunContext`.
 */
export interface Strategy<Settings = unknown> {
  readonly name: string
  /** One line for `--help`. */
  readonly summary: string
  /** Defaults live in the schema, nowhere else. */
  readonly settings: z.ZodType<Settings>
  /** Whether it shows its plan by `run.review` before anything of it runs. A run that shall be reviewed can't have one that does not. */
  readonly plans?: boolean
  /** The names of what it asks the model for (`turn` is a free reply): a model of its own can be configured for each. */
  readonly controls?: readonly string[]
  /** The kinds of stages that it opens; those of its own with the words that people know them by. */
  readonly stages?: readonly StageSort[]
  run(run: RunContext, settings: Settings): Promise<Conclusion>
}

// Strategies with different settings live in one list; settings are checked against the strategy's own schema before each use.
/** A strategy, whatever its settings are. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type AnyStrategy = Strategy<any>
