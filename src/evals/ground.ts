import type { Sandbox } from "../tools/sandbox/sandbox.ts"

/** What an eval stands on: where it keeps things, how commands of jobs are run, and who ends it. */
export type EvalGround = {
  /** Results, and mirrors of repositories; kept. */
  readonly kept: string
  /** Where runs work; each folder goes once its result is kept, unless `keepFolders`. */
  readonly folders: string
  readonly keepFolders: boolean
  readonly sandbox: Sandbox | null
  /** Variables that git gets to reach repositories. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Names of variables that commands of jobs see on top of the usual ones. */
  readonly passVariables: readonly string[]
  readonly signal: AbortSignal
}
