import { KEEPING_OPTIONS } from "./declared/keeping.ts"
import { MODEL_OPTIONS } from "./declared/model.ts"
import { PATH_OPTIONS } from "./declared/paths.ts"
import { PERMISSION_OPTIONS } from "./declared/permissions.ts"
import { PROOF_OPTIONS } from "./declared/proof.ts"
import { REACH_OPTIONS } from "./declared/reach.ts"
import { SPENDING_OPTIONS } from "./declared/spending.ts"
import { STRATEGY_OPTIONS } from "./declared/strategy.ts"
import { namesWith } from "./option.ts"

/**
 * Every option of a run, in the order in which help, `keelson config` and the docs have them. Each is declared in its group in
 * `declared/` and nowhere else. Nothing of that may need a schema library: help is made of it.
 */
export const RUN_OPTIONS = {
  ...MODEL_OPTIONS,
  ...STRATEGY_OPTIONS,
  ...PERMISSION_OPTIONS,
  ...PATH_OPTIONS,
  ...PROOF_OPTIONS,
  ...SPENDING_OPTIONS,
  ...REACH_OPTIONS,
  ...KEEPING_OPTIONS,
}

export type RunOptions = typeof RUN_OPTIONS
/** The name of an option in config files, requests and logs. */
export type OptionName = keyof RunOptions

/** Those that a request over HTTP may name. */
export const HTTP_OPTIONS = namesWith(RUN_OPTIONS, { http: true })
/** Those that are recorded with each run. */
export const RECORDED_OPTIONS = namesWith(RUN_OPTIONS, { isRecorded: true })
